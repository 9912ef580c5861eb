import { once } from 'node:events'
import { request } from 'node:http'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { makeUnique, textPdf } from '../../fixtures/pdfs.ts'
import { docketForTest, type TestDocket } from '../../support/docket/docket.ts'
import { visitor } from '../../support/docket/visitor.ts'
import {
  connectTo,
  sendRaw,
  buildFormRequest,
  part,
  parseStatus,
} from '../../support/docket/raw-http.ts'

const pdf = makeUnique.bind(null, new Uint8Array(await textPdf()))
const file = 'name="file"; filename="a.pdf"'
const head =
  'POST /api/upload HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\n'
const partialRequest = `${head}Content-Length: 100000\r\n\r\n--x\r\nContent-Disposition: form-data; ${file}\r\n\r\n%PDF-1.4 `

async function expectNothingLeft(docket: TestDocket): Promise<void> {
  await expect.poll(docket.files).toEqual([])
  expect(await docket.db.query('select id from batches')).toEqual([])
}

async function expectServing(docket: TestDocket): Promise<void> {
  expect((await visitor(docket.url).upload(pdf())).status).toBe(202)
}

describe('malformed requests', () => {
  it('400: contradictory lengths, chunks and headers', async () => {
    const docket = await docketForTest()
    const requests: [string, string][] = [
      ['two lengths', `${head}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello`],
      [
        'a length and chunks',
        `${head}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      ],
      ['a chunk size that is none', `${head}Transfer-Encoding: chunked\r\n\r\nxyz\r\n`],
      ['a length that is none', `${head}Content-Length: -1\r\n\r\n`],
      ['a header with NUL', `${head}X-A: a\0b\r\n\r\n`],
      ['a header without a colon', 'POST /api/upload HTTP/1.1\r\nHost x\r\n\r\n'],
      ['no host', 'POST /api/upload HTTP/1.1\r\nContent-Length: 0\r\n\r\n'],
      ['no HTTP at all', 'hello?\r\n\r\n'],
    ]
    for (const [description, bytes] of requests) {
      expect([description, parseStatus(await sendRaw(docket.url, bytes))]).toEqual([
        description,
        400,
      ])
    }
    await expectNothingLeft(docket)
  })

  it('431: endless headers', async () => {
    const docket = await docketForTest()
    const response = await sendRaw(docket.url, `${head}X-A: ${'a'.repeat(100_000)}\r\n\r\n`)
    expect(parseStatus(response)).toBe(431)
    expect(response).toContain('HEADERS_TOO_LARGE')
    await expectNothingLeft(docket)
  })

  it('are never a 500: methods, URL forms, encodings', async () => {
    const docket = await docketForTest()
    const lines = [
      ...['HEAD', 'OPTIONS', 'TRACE', 'PUT', 'PATCH', 'DELETE'].map((one) => `${one} /api/upload`),
      'GET http://127.0.0.1/api/upload',
      ...['//api/upload', '/api//upload', '/api/upload;x=1', '/api/../api/upload'].map(
        (path) => `POST ${path}`,
      ),
      ...['/api/%2e%2e/upload', '/api%2fupload', '/api/%252e%252e/upload', '/%'].map(
        (path) => `POST ${path}`,
      ),
      'POST /api/batch/%00/cancel',
      'GET /api/batch/../../etc/passwd/results',
    ]
    for (const line of lines) {
      const response = await sendRaw(
        docket.url,
        `${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
      )
      expect([line, parseStatus(response) >= 200 && parseStatus(response) < 500]).toEqual([
        line,
        true,
      ])
    }
    await expectNothingLeft(docket)
  })
})

describe('malicious forms', () => {
  it('400: countless parts, oversized names and fields, endless forms', async () => {
    const docket = await docketForTest()
    const forms: [string, () => Buffer][] = [
      [
        '100,000 fields',
        () => buildFormRequest([Buffer.from(part('name="a"').toString().repeat(1e5))]),
      ],
      [
        '100,000 urls',
        () =>
          buildFormRequest([Buffer.from(part('name="url"', 'x').toString().repeat(1e5))], {
            path: '/api/batch/extract',
          }),
      ],
      [
        'an unknown field before a file of 7 MB',
        () => buildFormRequest([part('name="flie"', 'x'), part(file, Buffer.alloc(7e6))]),
      ],
      [
        '300 files',
        () =>
          buildFormRequest(
            Array.from({ length: 300 }, () => part(file, '%PDF-1.4')),
            { path: '/api/batch/extract' },
          ),
      ],
      ['a field name of 1 MB', () => buildFormRequest([part(`name="${'a'.repeat(1024 * 1024)}"`)])],
      ['a field of 1 MB', () => buildFormRequest([part('name="params"', ' '.repeat(1024 * 1024))])],
      [
        'a form in a form',
        () =>
          buildFormRequest([
            Buffer.from(
              '--x\r\nContent-Type: multipart/mixed; boundary=y\r\nContent-Disposition: form-data; name="file"\r\n\r\n--y\r\n\r\n%PDF-1.4\r\n--y--\r\n',
            ),
          ]),
      ],
      ['no last boundary', () => buildFormRequest([part(file, '%PDF-1.4')], { end: '' })],
      ['nothing but a boundary', () => buildFormRequest([])],
      ['an empty body', () => buildFormRequest([], { end: '' })],
      ['a field called __proto__', () => buildFormRequest([part('name="__proto__"', '1')])],
      [
        'a file called __proto__',
        () => buildFormRequest([part('name="__proto__"; filename="a.pdf"', '%PDF')]),
      ],
      [
        'params with __proto__',
        () =>
          buildFormRequest([part('name="params"', '{"__proto__":{"a":"b"}}'), part(file, pdf())]),
      ],
    ]
    for (const [description, make] of forms) {
      const response = await sendRaw(docket.url, make())
      expect([description, parseStatus(response)]).toEqual([description, 400])
      expect(response).toContain('application/problem+json')
    }
    await expectNothingLeft(docket)
    await expectServing(docket)
  })

  it('202: treats a path in a file name as plain text', async () => {
    const docket = await docketForTest()
    const names = [
      'a\0.pdf',
      '..\\..\\x.pdf',
      'C:x.pdf',
      '=cmd().pdf',
      '<img onerror=1>.pdf',
      'é'.normalize('NFD') + '.pdf',
      'x'.repeat(60_000),
    ]
    for (const name of names) {
      const sent = buildFormRequest([part(`name="file"; filename="${name}"`, pdf())])
      const status = parseStatus(await sendRaw(docket.url, sent))
      expect([name.slice(0, 20), status < 500]).toEqual([name.slice(0, 20), true])
    }
    const jobs = await docket.db.query<{ original_filename: string }>(
      'select original_filename from jobs',
    )
    expect(jobs.length).toBeGreaterThan(4)
    for (const job of jobs) expect(job.original_filename).not.toMatch(/[/\\\p{Cc}]/u)
  })

  it('202: Expect: 100-continue, and a body in one-byte chunks', async () => {
    const docket = await docketForTest()
    const body = Buffer.concat([part(file, pdf()), Buffer.from('--x--\r\n')])
    const headers = { 'content-type': 'multipart/form-data; boundary=x', expect: '100-continue' }
    const sent = request(`${docket.url}/api/upload`, { method: 'POST', headers })
    await once(sent, 'continue')
    for (const byte of body.subarray(0, 300)) sent.write(Buffer.from([byte]))
    sent.end(body.subarray(300))
    const [response] = (await once(sent, 'response')) as [{ statusCode: number; resume(): void }]
    response.resume()
    expect(response.statusCode).toBe(202)
  })
})

describe('slow and disconnecting clients', () => {
  it('are cut off if they trickle', async () => {
    const docket = await docketForTest({ minBodyRate: { bytes: 1000, seconds: 0.3 } })
    const socket = connectTo(docket.url)
    // A connection reset counts as closed too.
    const closed = new Promise((done) => void socket.once('close', done))
    socket.write(partialRequest)
    const trickle = setInterval(() => socket.write(' '), 20)
    await closed
    clearInterval(trickle)
    await expectNothingLeft(docket)
    await expectServing(docket)
  })

  it('are accepted if they are slow but above the minimum rate', async () => {
    const docket = await docketForTest({ minBodyRate: { bytes: 10, seconds: 0.3 } })
    const bytes = buildFormRequest([part(file, pdf())])
    const socket = connectTo(docket.url)
    const response = once(socket, 'data') as Promise<[Buffer]>
    const size = Math.ceil(bytes.length / 10)
    let sent = 0
    const drip = setInterval(() => {
      if (sent < bytes.length) socket.write(bytes.subarray(sent, (sent += size)))
    }, 100)
    const [data] = await response
    clearInterval(drip)
    expect(parseStatus(data.toString())).toBe(202)
  })

  it('are not cut off when the event loop is blocked', async () => {
    const docket = await docketForTest({ minBodyRate: { bytes: 10, seconds: 30 } })
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const bytes = buildFormRequest([part(file, pdf())])
    const socket = connectTo(docket.url)
    const response = once(socket, 'data') as Promise<[Buffer]>
    socket.write(bytes.subarray(0, -20))
    await expect.poll(docket.files).toHaveLength(1)
    // After a pause, the process notices the elapsed time before the data that has arrived.
    await sleep(1)
    socket.write(bytes.subarray(-20, -10))
    vi.advanceTimersByTime(30_000)
    await nextTurn()
    socket.write(bytes.subarray(-10))
    expect(parseStatus((await response).toString())).toBe(202)
  })

  it('leave nothing behind, however many disconnect midway', async () => {
    const docket = await docketForTest()
    const sockets = Array.from({ length: 50 }, () => connectTo(docket.url))
    for (const socket of sockets) socket.write(partialRequest)
    await expect.poll(async () => (await docket.files()).length).toBe(50)
    for (const socket of sockets) socket.destroy()
    await expectNothingLeft(docket)
    await expectServing(docket)
  })

  it('1,000 concurrent clients: each is accepted or told to retry, and no upload is lost', async () => {
    const docket = await docketForTest({ maxConcurrentUploads: 40 })
    const person = visitor(docket.url)
    await person.ask('/api/jobs')
    // Most of these requests find no free slot, even on a fast machine.
    const sockets = Array.from({ length: 39 }, () => connectTo(docket.url))
    for (const socket of sockets) socket.write(partialRequest)
    await expect.poll(async () => (await docket.files()).length).toBe(sockets.length)
    const responses = await Promise.all(
      Array.from({ length: 1000 }, async () => {
        const response = await person.upload(pdf())
        await response.arrayBuffer()
        return response.status
      }),
    )
    for (const socket of sockets) socket.destroy()
    expect(new Set(responses)).toEqual(new Set([202, 503]))
    const acceptedCount = responses.filter((status) => status === 202).length
    const [row] = await docket.db.query<{ n: number }>('select count(*)::int as n from jobs')
    expect(row?.n).toBe(acceptedCount)
    await vi.waitFor(async () => expect(await docket.files()).toHaveLength(acceptedCount))
  })
})
