import type { Db } from './db.ts'

export function serverVersion(db: Db): Promise<{ version: string }[]> {
  return db.query(`select current_setting('server_version') as version`)
}
