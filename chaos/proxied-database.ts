import path from 'node:path'
import { startEmbedded } from '../src/db/embedded/server.ts'
import { type Proxy, startProxy } from './proxy.ts'

interface ProxiedDatabase {
  /** URL of the database itself, which no fault affects. */
  url: string
  proxiedUrl: string
  proxy: Proxy
}

/** Starts Postgres in a subfolder, and a proxy in front of it. Adds the steps that stop them to `undo`. */
export async function startProxiedDatabase(
  folder: string,
  undo: (() => Promise<unknown>)[],
): Promise<ProxiedDatabase> {
  const server = await startEmbedded({ folder: path.join(folder, 'postgres') })
  undo.push(server.stop)
  const proxy = await startProxy({ host: '127.0.0.1', port: Number(new URL(server.url).port) })
  undo.push(proxy.close)
  const proxied = new URL(server.url)
  proxied.port = String(proxy.port)
  return { url: server.url, proxiedUrl: proxied.href, proxy }
}
