import type { Client } from 'pg'

const ownerLock = 0x646f636b

/** Whether this session holds the lock of the one owner from now on. It ends with the session. */
export async function tryOwnerLock(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    'select pg_try_advisory_lock($1) as locked',
    [ownerLock],
  )
  return rows[0]?.locked === true
}

/** Whether the server finds a file of this name in its data folder. */
export async function seesFile(client: Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ seen: boolean }>(
    'select (pg_stat_file($1, true)).size is not null as seen',
    [name],
  )
  return rows[0]?.seen === true
}

export async function databaseExists(client: Client): Promise<boolean> {
  const { rowCount } = await client.query(`select from pg_database where datname = 'docket'`)
  return rowCount === 1
}

export async function createDatabase(client: Client) {
  await client.query('create database docket')
}
