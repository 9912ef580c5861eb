import pg from 'pg'

export async function subscribe(client: pg.Client, channel: string): Promise<void> {
  await client.query(`listen ${pg.escapeIdentifier(channel)}`)
}

/** Whether the connection still answers and still listens; a pooler in between may have forgotten it. */
export async function isSubscribed(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query('select pg_listening_channels()')
  return rowCount === 1
}
