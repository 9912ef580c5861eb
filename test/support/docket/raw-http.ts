import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'

export function connectTo(url: string): Socket {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  // Some tests expect the connection to close while data is being sent.
  socket.on('error', () => undefined)
  return socket
}

/** Sends exactly these bytes and returns everything until the server closes the connection. */
export async function sendRaw(url: string, ...pieces: (string | Uint8Array)[]): Promise<string> {
  const socket = connectTo(url)
  const response = text(socket).catch(() => '')
  await once(socket, 'connect')
  for (const piece of pieces) socket.write(piece)
  return response
}

/** Returns the response status, or 0 if there is no response. */
export function parseStatus(response: string): number {
  return Number(/^HTTP\/1\.1 (\d+)/.exec(response)?.[1] ?? 0)
}

/** Builds one form part with the boundary `x`. */
export function part(head: string, body: string | Uint8Array = ''): Buffer {
  const start = Buffer.from(`--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n`)
  return Buffer.concat([start, Buffer.from(body), Buffer.from('\r\n')])
}

/** Builds a complete request, as a client would send it. `headers` contains one header line per element. */
export function buildFormRequest(
  parts: Uint8Array[],
  { path = '/api/upload', headers = [] as string[], end = '--x--\r\n' } = {},
): Buffer {
  const body = Buffer.concat([...parts, Buffer.from(end)])
  const lines = [
    `POST ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Connection: close',
    'Content-Type: multipart/form-data; boundary=x',
    `Content-Length: ${body.length}`,
    ...headers,
  ]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body])
}
