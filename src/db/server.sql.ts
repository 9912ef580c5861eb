import type { Db } from './db.ts'

export function readServerVersion(db: Db): Promise<{ version: string }[]> {
  return db.query(`select current_setting('server_version') as version`)
}

export function notify(db: Db, channel: string, word: string): Promise<unknown> {
  return db.query('select pg_notify($1, $2)', [channel, word])
}
