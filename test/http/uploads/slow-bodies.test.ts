import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setInterval } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { text } from 'node:stream/consumers'
import { samplePdf, textPdf } from '../../fixtures/pdfs.ts'
import { docketForTest } from '../../support/docket/docket.ts'
import { buildFormRequest, connectTo, parseStatus, part } from '../../support/docket/raw-http.ts'
import { visitor } from '../../support/docket/visitor.ts'

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
    ['with an unknown expectation', `POST /api/jobs/export HTTP/1.1\r\n${json}\r\nExpect: x`],
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

const document = await textPdf()

describe('bodies just above the minimum rate', () => {
  /** Sends all but the end of a form, as a client does that keeps to the minimum rate. */
  function sendMost(url: string, path: string, headers: string[] = []) {
    const request = buildFormRequest([part('name="file"; filename="a.pdf"', document)], {
      path,
      headers,
    })
    const socket = connectTo(url)
    socket.write(request.subarray(0, -10))
    return { response: text(socket), finish: () => socket.write(request.subarray(-10)) }
  }

  it('from one address leave upload slots to others', async () => {
    const docket = await docketForTest({
      trustedProxies: ['127.0.0.1'],
      maxConcurrentUploads: 4,
      maxConcurrentUploadsPerAddress: 3,
    })
    const from = (address: string) => [`X-Forwarded-For: ${address}`]
    const slow = [1, 2, 3].map(() => sendMost(docket.url, '/api/upload', from('192.0.2.1')))
    await expect.poll(docket.files).toHaveLength(3)
    const fourth = sendMost(docket.url, '/api/upload', from('192.0.2.1'))
    fourth.finish()
    expect(await fourth.response).toMatch(/^HTTP\/1\.1 503[^]*retry-after: \d+[^]*"BUSY"/i)
    const other = sendMost(docket.url, '/api/upload', from('192.0.2.2'))
    other.finish()
    expect(parseStatus(await other.response)).toBe(202)
    for (const { response, finish } of slow) {
      finish()
      expect(parseStatus(await response)).toBe(202)
    }
    const next = sendMost(docket.url, '/api/upload', from('192.0.2.1'))
    next.finish()
    expect(parseStatus(await next.response)).toBe(202)
  })

  it("do not hold the mapping trials' slots", async () => {
    const docket = await docketForTest()
    const path = '/api/mappings/sample_invoice_v1/try'
    const slow = [1, 2, 3, 4, 5].map(() => sendMost(docket.url, path))
    await expect.poll(docket.files).toHaveLength(slow.length)
    const body = new FormData()
    body.set('file', new Blob([new Uint8Array(await samplePdf())]), 'x.pdf')
    const trial = await visitor(docket.url).ask(path, { method: 'POST', body })
    expect(trial.status).toBe(200)
    for (const { finish } of slow) finish()
    await Promise.all(slow.map(({ response }) => response))
  })
})
