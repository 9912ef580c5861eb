import pg from 'pg'

export async function subscribe(client: pg.Client, channel: string): Promise<void> {
  await client.query(`listen ${pg.escapeIdentifier(channel)}`)
}

/**
 * Returns whether the connection responds and still listens. A pooler may have dropped the subscription, and a standby
 * never notifies.
 */
export async function isSubscribed(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    'select pg_listening_channels() where not pg_is_in_recovery()',
  )
  return rowCount === 1
}
