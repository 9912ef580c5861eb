import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'
import {
  analyse,
  beginLoad,
  commit,
  emptyTables,
  listTables,
  type Sequence,
  setSequence,
  type Table,
} from './catalog.sql.ts'
import type { AppliedMigration } from '../applied-migrations.sql.ts'
import { migrateLike } from '../migrate.ts'
import { connectPg } from '../pg.ts'
import { connectForCopy } from './connect.ts'
import { describeTable } from './snapshot.ts'

/** Creates another database's tables by applying its migrations. */
export async function createTablesLike(
  url: string,
  folder: string,
  applied: AppliedMigration[],
): Promise<void> {
  const db = connectPg({ url, poolSize: 1, onError: () => undefined })
  try {
    await migrateLike(db, folder, applied)
  } finally {
    await db.close()
  }
}

export interface CopiedRows {
  tables: Table[]
  sequences: Sequence[]
  /** Rows of a table in COPY's text format. */
  read(table: Table): Promise<Readable>
}

/** Replaces the rows in a database with the same tables, in one transaction. Returns the number of rows. */
export async function loadRows(
  url: string,
  { tables, sequences, read }: CopiedRows,
): Promise<number> {
  const client = await connectForCopy(url)
  let rows = 0
  try {
    requireSameTables(await listTables(client), tables)
    await beginLoad(client)
    await emptyTables(client)
    for (const table of tables) {
      const target = client.query(copyFrom(`copy ${describeTable(table)} from stdin`))
      // Ignores the error that closing the connection causes after the source has failed.
      target.on('error', () => undefined)
      await pipeline(await read(table), target)
      rows += target.rowCount
    }
    for (const sequence of sequences) await setSequence(client, sequence)
    await commit(client)
    await analyse(client)
    return rows
  } finally {
    await client.end()
  }
}

function requireSameTables(present: Table[], copied: Table[]): void {
  const describe = (tables: Table[]) => tables.map(describeTable).sort().join('\n')
  if (describe(present) !== describe(copied)) {
    throw new Error('The copied tables differ from those that the migrations create')
  }
}
