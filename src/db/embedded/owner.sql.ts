import type { Client } from 'pg'

const ownerLock = 0x646f636b

/** Tries to take the owner's lock, which this session then holds until it ends. */
export async function tryOwnerLock(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    'select pg_try_advisory_lock($1) as locked',
    [ownerLock],
  )
  return rows[0]?.locked === true
}

/** Whether a file with this name exists in the server's data folder. */
export async function dataDirectoryFileExists(client: Client, name: string): Promise<boolean> {
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
