import type { Client } from 'pg'
import type { Db } from './db.ts'

export function readServerVersion(db: Db): Promise<{ version: string }[]> {
  return db.query(`select current_setting('server_version') as version`)
}

export function notify(db: Db, channel: string, word: string): Promise<unknown> {
  return db.query('select pg_notify($1, $2)', [channel, word])
}

/** Returns false for a standby and for a server that is set to read-only. */
export async function isWritable(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ is_writable: boolean }>(
    `select current_setting('transaction_read_only') = 'off' as is_writable`,
  )
  return rows[0]?.is_writable === true
}
