import pg from 'pg'

/** Opens a connection for long-running statements, such as COPY. */
export async function connectForCopy(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: 'docket copy',
  })
  // Without a listener, a lost connection would end the process. The running statement fails anyway.
  client.on('error', () => undefined)
  await client.connect()
  return client
}
