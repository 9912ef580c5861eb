import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { onTestFinished } from 'vitest'

export interface FileServer {
  /** Base URL, e.g. `http://127.0.0.1:4567`. */
  url: string
  port: number
  requests: Pick<IncomingMessage, 'method' | 'url' | 'headers'>[]
}

/** Starts an external web server on this machine. It is closed when the test ends. */
export async function fileServerForTest(onRequest: RequestListener): Promise<FileServer> {
  const requests: FileServer['requests'] = []
  const server = createServer((request, response) => {
    requests.push(request)
    onRequest(request, response)
  })
  const port = await listenForTest(server)
  onTestFinished(() => server.closeAllConnections())
  return { url: `http://127.0.0.1:${port}`, port, requests }
}

export interface ReceivedRequest {
  /** Path and query. */
  address: string
  headers: Record<string, string>
  body: string
}

/** Starts a server that responds after it has read the whole body. */
export async function receiverForTest(
  onRequest: RequestListener,
): Promise<FileServer & { received: ReceivedRequest[] }> {
  const received: ReceivedRequest[] = []
  const server = await fileServerForTest((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const headers = request.headers as ReceivedRequest['headers']
      received.push({ address: request.url ?? '', headers, body })
      onRequest(request, response)
    })
  })
  return { ...server, received }
}

/** Makes a server listen until the test ends. */
export async function listenForTest(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}
