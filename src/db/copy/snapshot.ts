import type { Readable } from 'node:stream'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { pauseBlobDeletions } from '../blob-deletion-pause.sql.ts'
import {
  beginSnapshot,
  commit,
  listMigrations,
  listReferencedBlobs,
  listSequences,
  listTables,
  type Sequence,
  type Table,
} from './catalog.sql.ts'
import { connectForCopy } from './connect.ts'

/** A consistent snapshot of the database. Files that its rows reference are not deleted before `close`. */
export interface Snapshot {
  tables: Table[]
  sequences: Sequence[]
  /** Applied migrations, which create the tables. */
  migrations: { name: string; sha256: string }[]
  blobKeys: string[]
  /** Rows of a table in COPY's text format. Read one table at a time. */
  read(table: Table): Readable
  /**
   * Ends the transaction early, because an open transaction keeps Postgres from removing old rows. The files are kept
   * until `close`.
   */
  endTransaction(): Promise<void>
  close(): Promise<void>
}

export async function openSnapshot(url: string): Promise<Snapshot> {
  const client = await connectForCopy(url)
  try {
    // Pauses deletions before taking the snapshot, so that every file it references still exists.
    await pauseBlobDeletions(client)
    await beginSnapshot(client)
    return {
      tables: await listTables(client),
      sequences: await listSequences(client),
      migrations: await listMigrations(client),
      blobKeys: await listReferencedBlobs(client),
      read: (table) => {
        const rows = client.query(copyTo(`copy ${describeTable(table)} to stdout`))
        // Ignores the error that closing the connection causes in a stream that is no longer read.
        return rows.on('error', () => undefined)
      },
      endTransaction: () => commit(client),
      close: () => client.end(),
    }
  } catch (error) {
    await client.end()
    throw error
  }
}

/** Returns the table with its columns, in the form that COPY expects. */
export function describeTable({ name, columns }: Table): string {
  return `${pg.escapeIdentifier(name)} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')})`
}
