import { once } from 'node:events'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import net, { type AddressInfo, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { fixedLookup } from './request.ts'
import type { Guard } from './guard.ts'

export interface GuardedProxy {
  port: number
  close: () => Promise<void>
}

/** Maximum page size in bytes, including everything that the page requests. */
const maxBytes = 30 * 1024 * 1024
const maxConnections = 64
const idleMs = 10_000

/**
 * The browser's only access to the network. The guard checks every request and tunnel, and the proxy connects only to
 * the addresses that the guard approved. Listens on loopback while one page is rendered.
 */
export async function startGuardedProxy(guard: Guard): Promise<GuardedProxy> {
  const shutdown = new AbortController()
  const sockets = new Set<Socket>()
  let remainingBytes = maxBytes
  const countBytes = (bytes: number) => {
    remainingBytes -= bytes
    if (remainingBytes < 0) shutdown.abort()
  }
  const server = http.createServer((request, response) => {
    forward(guard, request, response, { signal: shutdown.signal, countBytes }).catch(() =>
      response.headersSent ? response.destroy() : response.writeHead(403).end(),
    )
  })
  server.on('connect', (request: IncomingMessage, client: Duplex) => {
    tunnel(guard, request, client, { signal: shutdown.signal, countBytes }).catch(() =>
      client.end('HTTP/1.1 403 Forbidden\r\n\r\n'),
    )
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.setTimeout(idleMs, () => socket.destroy())
    socket.once('close', () => sockets.delete(socket)).on('error', () => socket.destroy())
  })
  shutdown.signal.addEventListener('abort', () => {
    for (const socket of sockets) socket.destroy()
  })
  server.maxConnections = maxConnections
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      shutdown.abort()
      server.close()
      await once(server, 'close')
    },
  }
}

interface ProxyContext {
  signal: AbortSignal
  /** Counts downloaded bytes towards the limit. */
  countBytes: (bytes: number) => void
}

async function forward(
  guard: Guard,
  request: IncomingMessage,
  response: ServerResponse,
  { signal, countBytes }: ProxyContext,
): Promise<void> {
  const url = guard.parse(request.url ?? '')
  const addresses = await guard.resolveAddresses(url, signal)
  const { 'proxy-connection': _, 'proxy-authorization': __, ...headers } = request.headers
  const options = {
    method: request.method,
    headers: { ...headers, host: url.host, connection: 'close' },
    agent: false,
    signal,
    lookup: fixedLookup(addresses),
  }
  await new Promise<void>((resolve, reject) => {
    const upstreamRequest = http.request(url, options, (upstreamResponse) => {
      response.writeHead(upstreamResponse.statusCode ?? 502, upstreamResponse.headers)
      upstreamResponse.on('data', (chunk: Buffer) => countBytes(chunk.length))
      upstreamResponse.on('error', reject).pipe(response)
      response.once('close', resolve)
    })
    upstreamRequest.on('error', reject)
    request.pipe(upstreamRequest)
  })
}

async function tunnel(
  guard: Guard,
  request: IncomingMessage,
  client: Duplex,
  { signal, countBytes }: ProxyContext,
): Promise<void> {
  const url = guard.parse(`https://${request.url}`)
  const [address] = await guard.resolveAddresses(url, signal)
  if (address === undefined) throw new Error('The guard returned no address')
  const upstream = net.connect({ host: address, port: Number(url.port || 443), signal })
  await once(upstream, 'connect')
  upstream.setTimeout(idleMs, () => upstream.destroy())
  upstream.on('data', (chunk: Buffer) => countBytes(chunk.length))
  upstream.on('error', () => client.destroy()).once('close', () => client.destroy())
  client.on('error', () => upstream.destroy()).once('close', () => upstream.destroy())
  client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
  upstream.pipe(client).pipe(upstream)
}
