import { once } from 'node:events'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import net, { type AddressInfo, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { lookupOf } from './ask.ts'
import type { Guard } from './guard.ts'

export interface GuardedProxy {
  port: number
  close: () => Promise<void>
}

/** A page that needs more is none that we wait for. */
const mostBytes = 30 * 1024 * 1024
const mostConnections = 64
const idleMs = 10_000

/**
 * The only way out for a browser that shows a stranger's page: every request and every tunnel is judged by the guard and goes
 * to the addresses that it has judged. Listens on this machine alone, for as long as one page is looked at.
 */
export async function startGuardedProxy(guard: Guard): Promise<GuardedProxy> {
  const ending = new AbortController()
  const sockets = new Set<Socket>()
  let left = mostBytes
  const spend = (bytes: number) => {
    left -= bytes
    if (left < 0) ending.abort()
  }
  const server = http.createServer((request, response) => {
    forward(guard, request, response, { signal: ending.signal, spend }).catch(() =>
      response.headersSent ? response.destroy() : response.writeHead(403).end(),
    )
  })
  server.on('connect', (request: IncomingMessage, client: Duplex) => {
    tunnel(guard, request, client, { signal: ending.signal, spend }).catch(() =>
      client.end('HTTP/1.1 403 Forbidden\r\n\r\n'),
    )
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.setTimeout(idleMs, () => socket.destroy())
    socket.once('close', () => sockets.delete(socket)).on('error', () => socket.destroy())
  })
  ending.signal.addEventListener('abort', () => {
    for (const socket of sockets) socket.destroy()
  })
  server.maxConnections = mostConnections
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      ending.abort()
      server.close()
      await once(server, 'close')
    },
  }
}

interface Way {
  signal: AbortSignal
  /** Counts what comes back. */
  spend: (bytes: number) => void
}

async function forward(
  guard: Guard,
  request: IncomingMessage,
  response: ServerResponse,
  { signal, spend }: Way,
): Promise<void> {
  const url = guard.parse(request.url ?? '')
  const addresses = await guard.addressesOf(url, signal)
  const { 'proxy-connection': _, 'proxy-authorization': __, ...headers } = request.headers
  const options = {
    method: request.method,
    headers: { ...headers, host: url.host, connection: 'close' },
    agent: false,
    signal,
    lookup: lookupOf(addresses),
  }
  await new Promise<void>((resolve, reject) => {
    const asking = http.request(url, options, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.on('data', (chunk: Buffer) => spend(chunk.length))
      answer.on('error', reject).pipe(response)
      response.once('close', resolve)
    })
    asking.on('error', reject)
    request.pipe(asking)
  })
}

async function tunnel(
  guard: Guard,
  request: IncomingMessage,
  client: Duplex,
  { signal, spend }: Way,
): Promise<void> {
  const url = guard.parse(`https://${request.url}`)
  const [address] = await guard.addressesOf(url, signal)
  if (address === undefined) throw new Error('The guard gave no address')
  const far = net.connect({ host: address, port: Number(url.port || 443), signal })
  await once(far, 'connect')
  far.setTimeout(idleMs, () => far.destroy())
  far.on('data', (chunk: Buffer) => spend(chunk.length))
  far.on('error', () => client.destroy()).once('close', () => client.destroy())
  client.on('error', () => far.destroy()).once('close', () => far.destroy())
  client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
  far.pipe(client).pipe(far)
}
