import pg from 'pg'

export async function subscribe(client: pg.Client, channel: string): Promise<void> {
  await client.query(`listen ${pg.escapeIdentifier(channel)}`)
}

/** Whether the connection responds and still listens; a pooler may have dropped the subscription. */
export async function isSubscribed(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query('select pg_listening_channels()')
  return rowCount === 1
}
