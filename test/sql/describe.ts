import type pg from 'pg'

export interface Column {
  name: string
  type_oid: number
  /** OID of the table whose column is returned unchanged, or 0. */
  table_oid: number
  column_number: number
}

interface Field {
  name: string
  dataTypeID: number
  tableID: number
  columnID: number
}

/** Returns the result columns of a statement, as described by the server without running it. */
export function describeStatement(client: pg.Client, text: string): Promise<Column[]> {
  return new Promise((resolve, reject) => {
    let columns: Column[] = []
    let failure: Error | undefined
    // The pg protocol messages that describe a statement.
    const description = {
      submit(connection: {
        parse(statement: object): void
        describe(target: object): void
        sync(): void
      }) {
        connection.parse({ text })
        connection.describe({ type: 'S' })
        connection.sync()
      },
      handleRowDescription(message: { fields: Field[] }) {
        columns = message.fields.map((field) => ({
          name: field.name,
          type_oid: field.dataTypeID,
          table_oid: field.tableID,
          column_number: field.columnID,
        }))
      },
      handleError(error: Error) {
        failure = error
      },
      handleReadyForQuery() {
        if (failure) reject(failure)
        else resolve(columns)
      },
    }
    client.query(description as unknown as pg.Submittable)
  })
}
