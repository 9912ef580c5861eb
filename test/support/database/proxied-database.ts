import { inject, onTestFinished } from 'vitest'
import { startProxy } from '../../../chaos/proxy.ts'
import { connectPg } from '../../../src/db/pg.ts'

export type ProxiedDatabase = Awaited<ReturnType<typeof connectThroughProxy>>

/** Connects to a database through a proxy that can fail. Both are closed when the test ends. */
export async function connectThroughProxy(databaseUrl: string) {
  const { hostname: host, port } = new URL(inject('serverUrl'))
  const proxy = await startProxy({ host, port: Number(port) })
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${proxy.port}`
  const db = connectPg({ url: url.href, poolSize: 5, onError: () => undefined })
  onTestFinished(async () => {
    await db.close()
    await proxy.close()
  })
  return { db, proxy }
}
