import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setInterval } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { docketForTest } from '../../support/docket/docket.ts'
import { connectTo } from '../../support/docket/raw-http.ts'

const form = 'Content-Type: multipart/form-data; boundary=x'
const json = 'Content-Type: application/json'

/** Sends a request whose body arrives byte by byte and never ends. */
async function trickle(url: string, head: string): Promise<Socket> {
  const socket = connectTo(url)
  await once(socket, 'connect')
  const framing = head.includes('chunked') ? '' : '\r\nContent-Length: 10000'
  socket.write(`${head}\r\nHost: 127.0.0.1${framing}\r\n\r\n`)
  const [first, next] = head.includes('chunked') ? ['1\r\n{\r\n', '1\r\n \r\n'] : ['{', ' ']
  socket.write(first)
  void (async () => {
    for await (const _ of setInterval(20)) {
      if (socket.destroyed || socket.writableEnded) return
      socket.write(next)
    }
  })()
  socket.resume()
  return socket
}

describe('a body that never arrives is cut off', () => {
  it.each([
    ['in an upload', `POST /api/upload HTTP/1.1\r\n${form}`],
    ['in JSON', `POST /api/jobs/export HTTP/1.1\r\n${json}`],
    ['in chunked JSON', `POST /api/jobs/export HTTP/1.1\r\n${json}\r\nTransfer-Encoding: chunked`],
    ['in a table', 'POST /api/parties/import HTTP/1.1\r\nContent-Type: text/csv'],
    ['on a route without a body', `DELETE /api/session HTTP/1.1\r\n${json}`],
    ['of the wrong type', 'POST /api/jobs/export HTTP/1.1\r\nContent-Type: image/png'],
    ['with a wrong token', `POST /api/upload HTTP/1.1\r\n${form}\r\nAuthorization: Bearer x`],
    ['from another site', `POST /api/upload HTTP/1.1\r\n${form}\r\nSec-Fetch-Site: cross-site`],
    ['beyond the rate limit', `POST /api/upload HTTP/1.1\r\n${form}`, 0],
    ['while too many uploads run', `POST /api/upload HTTP/1.1\r\n${form}`, 1_000_000, 0],
    ['to an unknown path', `POST /api/nowhere HTTP/1.1\r\n${json}`],
    ['to a path with another method', `PUT /api/upload HTTP/1.1\r\n${json}`],
    ['in a GET request', `GET /api/healthz HTTP/1.1\r\n${json}`],
    ['in a request for a page', `GET / HTTP/1.1\r\n${json}`],
    ['in a request for metrics', `GET /metrics HTTP/1.1\r\n${json}`],
  ])('%s', async (_, head, perMinute = 1_000_000, maxConcurrentUploads = 250) => {
    const docket = await docketForTest({
      minBodyRate: { bytes: 30 * 1024, seconds: 0.3 },
      uploads: { per_minute: perMinute, per_minute_and_address: perMinute },
      maxConcurrentUploads,
      metricsToken: 'm'.repeat(32),
    })
    const socket = await trickle(docket.url, head)
    await once(socket, 'close')
    expect(socket.destroyed).toBe(true)
  })

  it('on two hundred connections at once, while others are served', async () => {
    const docket = await docketForTest({ minBodyRate: { bytes: 30 * 1024, seconds: 0.3 } })
    const heads = Array.from({ length: 200 }, () => `POST /api/jobs/export HTTP/1.1\r\n${json}`)
    const closed = Promise.all(
      heads.map(async (head) => once(await trickle(docket.url, head), 'close')),
    )
    expect((await fetch(`${docket.url}/api/healthz`)).status).toBe(200)
    await closed
  })
})
