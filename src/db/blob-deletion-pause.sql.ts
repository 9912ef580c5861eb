import type { Client } from 'pg'

/** Advisory lock that every backup holds while it copies files. */
const pauseLock = 702117005

/** SQL condition for statements that look for files to delete; false while a backup may still need those files. */
export const mayDeleteBlobs = `not exists (
  select from pg_locks
  where locktype = 'advisory' and granted and database = (
    select oid from pg_database where datname = current_database()
  ) and classid = 0 and objid = ${pauseLock})`

/**
 * Keeps every file that a row references now until the session ends. Files are deleted only after they are listed for
 * deletion, and the list appears empty while any session holds this lock. Several backups may hold it at once.
 */
export async function pauseBlobDeletions(client: Client): Promise<void> {
  await client.query('select pg_advisory_lock_shared($1)', [pauseLock])
}
