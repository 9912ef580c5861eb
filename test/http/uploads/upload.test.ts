import { readdirSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ownerMark } from '../../../src/blobs/blob-keys.ts'
import { truncatedPdf } from '../../fixtures/hostile-pdfs.ts'
import {
  encryptedPdf,
  ownerLockedPdf,
  pdfOfSize,
  textPdf,
  makeUnique,
} from '../../fixtures/pdfs.ts'
import { sendBatch } from '../../support/docket/batches.ts'
import { docketForTest, type TestDocket } from '../../support/docket/docket.ts'
import { readJob, readError, sha256, visitor } from '../../support/docket/visitor.ts'
import { recordSyncs } from '../../support/processes/syncs.ts'

async function expectNothingLeft(docket: TestDocket): Promise<void> {
  expect(await docket.files()).toEqual([])
  expect(await docket.db.query('select id from batches')).toEqual([])
}

/** Matches the name of a stored upload: the job id and a hash of its owner, and nothing from the client. */
const storedName = (id: string) => new RegExp(`^${id}\\.[0-9a-f]{16}\\.pdf$`)

const readBytes = (buffer: Buffer) => new Uint8Array(buffer)

describe('202', () => {
  it('P3, P7: stores the bytes, queues a job and returns its location', async () => {
    const docket = await docketForTest()
    const pdf = readBytes(await textPdf())
    const before = currentDay()
    const response = await visitor(docket.url).upload(pdf, { filename: 'Faktur 12.pdf' })
    expect(response.status).toBe(202)
    const job = await readJob(response)
    expect(response.headers.get('location')).toBe(`/api/jobs/${job.id}`)
    expect(job).toMatchObject({
      original_filename: 'Faktur 12.pdf',
      bytes: pdf.length,
      sha256: sha256(pdf),
      mapping: 'auto',
      params: {},
      status: 'queued',
      stage: 'queued',
      progress: 0,
      priority: 0,
      source_type: 'file',
      attempt_count: 0,
      outputs: [],
    })
    const [row] = await docket.db.query<Record<string, string>>(
      `select jobs.owner_id, upload_key, client_ip
      from jobs join batches on batches.id = batch_id`,
    )
    expect(row?.owner_id).toMatch(/^session:[\w-]{43}$/)
    const mark = ownerMark(row?.owner_id ?? '')
    const days = [before, currentDay()].map((one) => `sources/${one}/${job.id}.${mark}.pdf`)
    expect(days).toContain(row?.upload_key)
    expect(row?.client_ip).toBe('127.0.0.1')
    expect(await docket.files()).toEqual([`${job.id}.${mark}.pdf`])
  })

  it('is sent after the bytes are on disk, followed by their name and the row', async () => {
    const docket = await docketForTest()
    const { services } = docket
    const { enqueue } = services
    const steps: string[] = []
    services.enqueue = (batch) => {
      steps.push('row')
      return enqueue(batch)
    }
    await recordSyncs((file) => {
      if (statSync(file).isFile()) steps.push(file.includes('sources') ? 'late' : 'bytes')
      else if (readdirSync(file).some((name) => name.endsWith('.pdf'))) steps.push('name')
    })
    const person = visitor(docket.url)
    // The first upload creates the folder for the day. The second finds it.
    for (const text of ['one', 'two']) {
      steps.length = 0
      expect((await person.upload(readBytes(await textPdf({ text })))).status).toBe(202)
      expect(steps).toEqual(['bytes', 'name', 'row'])
    }
    steps.length = 0
    const documents = ['three', 'four'].map(async (text) => ({
      name: `${text}.pdf`,
      bytes: readBytes(await textPdf({ text })),
    }))
    expect((await sendBatch(person, await Promise.all(documents))).status).toBe(202)
    expect(steps.filter((step) => step !== 'name')).toEqual(['bytes', 'bytes', 'row'])
    expect(steps.slice(-2)).toEqual(['name', 'row'])
  })

  it('costs no disk sync if the PDF is rejected', async () => {
    const docket = await docketForTest()
    const synced: string[] = []
    await recordSyncs((file) => void synced.push(file))
    const response = await visitor(docket.url).upload(Buffer.from('%PDF-1.7\nnothing else'))
    expect(response.status).toBe(422)
    expect(synced).toEqual([])
  })

  it('P3: for any upload, the row records owner, size, storage key and time', async () => {
    const { url, db, services } = await docketForTest()
    const pdf = readBytes(await textPdf())
    const person = visitor(url)
    const given = fc.record({
      name: fc.stringMatching(/^[\p{L}0-9 ()-]{1,40}$/u).filter((name) => name === name.trim()),
      padding: fc.integer({ min: 0, max: 3000 }),
      mapping: fc.constantFrom('auto', 'document_text_v1', 'invoice_v1'),
    })
    await fc.assert(
      fc.asyncProperty(given, async ({ name, padding, mapping }) => {
        const bytes = new Uint8Array([...makeUnique(pdf), ...new Uint8Array(padding).fill(32)])
        const filename = `${name}.pdf`.normalize()
        const { id } = await readJob(await person.upload(bytes, { filename, mapping }))
        const [row] = await db.query<Record<string, unknown>>('select * from jobs where id = $1', [
          id,
        ])
        const facts = { original_filename: filename, bytes: bytes.length, mapping }
        expect(row).toMatchObject({ ...facts, sha256: sha256(bytes), attempt_count: 0 })
        expect(row?.['owner_id']).toMatch(/^session:/)
        const stored = await services.blobs.open(String(row?.['upload_key']))
        stored.stream.destroy()
        expect(stored.bytes).toBe(bytes.length)
        for (const time of ['created_at', 'queued_at', 'updated_at', 'run_at']) {
          expect(Math.abs(Date.parse(String(row?.[time])) - Date.now())).toBeLessThan(60_000)
        }
      }),
      { numRuns: 10 },
    )
  })

  it('accepts the fields in any order, before or after the file', async () => {
    const docket = await docketForTest()
    const form = new FormData()
    form.set('file', new Blob([readBytes(await textPdf())]), 'a.pdf')
    form.set('mapping', 'document_text_v1')
    form.set('params', '{}')
    const response = await fetch(`${docket.url}/api/upload`, { method: 'POST', body: form })
    expect(response.status).toBe(202)
  })

  it('accepts a PDF with owner restrictions', async () => {
    const docket = await docketForTest()
    const response = await visitor(docket.url).upload(readBytes(await ownerLockedPdf()))
    expect(response.status).toBe(202)
  })

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['a\r\nX-Evil: 1.pdf', /^a.*X-Evil: 1\.pdf$/],
    ['\u202Efdp.exe.pdf', 'fdp.exe.pdf'],
    ['a name of 3,000 letters '.padEnd(3000, 'x'), /^a name of 3,000 letters x{231}$/],
  ])('keeps the name %.30j as harmless text', async (filename, shown) => {
    const docket = await docketForTest()
    const response = await visitor(docket.url).upload(readBytes(await textPdf()), { filename })
    expect(response.status).toBe(202)
    const job = await readJob(response)
    expect(job.original_filename).toMatch(
      typeof shown === 'string' ? new RegExp(`^${shown}$`) : shown,
    )
    expect(await docket.files()).toEqual([expect.stringMatching(storedName(job.id))])
  })

  it('P1: accepts exactly the maximum size', async () => {
    const docket = await docketForTest({ maxUploadMb: 2 })
    const response = await visitor(docket.url).upload(readBytes(await pdfOfSize(2 * 1024 * 1024)))
    expect(response.status).toBe(202)
  })

  it('P23: accepts 100 concurrent uploads, each with its own id', async () => {
    const docket = await docketForTest()
    const pdf = readBytes(await pdfOfSize(200 * 1024))
    const person = visitor(docket.url)
    await person.ask('/api/jobs')
    const responses = await Promise.all(
      Array.from({ length: 100 }, () => person.upload(makeUnique(pdf))),
    )
    const jobs = await Promise.all(responses.map(readJob))
    expect(new Set(jobs.map((job) => job.id)).size).toBe(100)
    const page = await (await person.ask('/api/jobs?limit=200')).json()
    expect(page).toMatchObject({ active_count: 100 })
  })
})

describe('rejected uploads leave neither a file nor a row', () => {
  it.each<[string, () => Promise<Uint8Array<ArrayBuffer>>, number, string]>([
    ['an empty file', async () => new Uint8Array(), 400, 'EMPTY_FILE'],
    ['a web page', async () => readBytes(Buffer.from('<html>%PDF</html>')), 415, 'NOT_PDF'],
    [
      'a late header',
      async () => readBytes(Buffer.from(`${' '.repeat(1100)}%PDF-1.4`)),
      415,
      'NOT_PDF',
    ],
    ['a cut off PDF', async () => readBytes(await truncatedPdf()), 422, 'BROKEN_PDF'],
    [
      'a header and nothing more',
      async () => readBytes(Buffer.from('%PDF-1.7\n')),
      422,
      'BROKEN_PDF',
    ],
    ['a locked PDF', async () => readBytes(await encryptedPdf()), 422, 'ENCRYPTED_PDF'],
    [
      'one byte too many',
      async () => readBytes(await pdfOfSize(2 * 1024 * 1024 + 1)),
      413,
      'TOO_LARGE',
    ],
    [
      'far too many bytes',
      async () => readBytes(await pdfOfSize(9 * 1024 * 1024)),
      413,
      'TOO_LARGE',
    ],
  ])('%s', async (_, make, status, code) => {
    const docket = await docketForTest({ maxUploadMb: 2 })
    const [replayable, response, sentence] = await readError(
      await visitor(docket.url).upload(await make()),
    )
    expect([replayable, response]).toEqual([status, code])
    expect(sentence).toMatch(/\. .+\.$/)
    await expectNothingLeft(docket)
  })

  it('P2: any size over the limit', async () => {
    const docket = await docketForTest({ maxUploadMb: 1 })
    const person = visitor(docket.url)
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 3 * 1024 * 1024 }), async (extra) => {
        const bytes = new Uint8Array(1024 * 1024 + extra)
        bytes.set(Buffer.from('%PDF-1.4'))
        expect((await person.upload(bytes)).status).toBe(413)
        await expectNothingLeft(docket)
      }),
      { numRuns: 10, seed: 2 },
    )
  })

  it('no file, two files, unknown fields, an unknown mapping, invalid params', async () => {
    const docket = await docketForTest()
    const pdf = new Blob([readBytes(await textPdf())])
    const send = async (fill: (form: FormData) => void) => {
      const form = new FormData()
      fill(form)
      const [status, code] = await readError(
        await fetch(`${docket.url}/api/upload`, { method: 'POST', body: form }),
      )
      return `${status} ${code}`
    }
    expect(await send((form) => form.set('mapping', 'document_text_v1'))).toBe('400 NO_FILE')
    expect(
      await send((form) => {
        form.append('file', pdf, 'a.pdf')
        form.append('file', pdf, 'b.pdf')
      }),
    ).toBe('400 TOO_MANY_FILES')
    const withField = (name: string, value: string) =>
      send((form) => {
        form.set('file', pdf, 'a.pdf')
        form.set(name, value)
      })
    expect(await withField('maping', 'document_text_v1')).toBe('400 INVALID_REQUEST')
    expect(await withField('mapping', 'nothing_v1')).toBe('400 UNKNOWN_MAPPING')
    expect(await withField('params', 'not json')).toBe('400 INVALID_REQUEST')
    expect(await withField('params', '{"colour":"blue"}')).toBe('400 INVALID_REQUEST')
    expect(await withField('__proto__', 'x')).toBe('400 INVALID_REQUEST')
    await expectNothingLeft(docket)
  })

  it('repeated, oversized or unnamed fields', async () => {
    const docket = await docketForTest()
    const part = (head: string, body: string) =>
      `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`
    const send = async (body: string, type = 'multipart/form-data; boundary=x') => {
      const init = { method: 'POST', body: `${body}--x--\r\n`, headers: { 'content-type': type } }
      const response = await fetch(`${docket.url}/api/upload`, init)
      return `${(await readError(response)).slice(0, 2).join(' ')}`
    }
    const repeatedField = part('name="mapping"', 'a').repeat(2)
    expect(await send(repeatedField)).toBe('400 INVALID_REQUEST')
    expect(await send(part('name="params"', ' '.repeat(70_000)))).toBe('400 INVALID_REQUEST')
    expect(await send(repeatedField, 'multipart/form-data')).toBe('400 INVALID_REQUEST')
    const nameless = 'name="file"\r\nContent-Type: application/octet-stream'
    expect(await send(part(nameless, '%PDF-1.4'))).toBe('422 BROKEN_PDF')
    await expectNothingLeft(docket)
  })

  it('an endless body, which is cut off soon after the limit', async () => {
    const docket = await docketForTest({ maxUploadMb: 1 })
    const megabyte = Buffer.alloc(1024 * 1024, ' ')
    let sent = 0
    const endless = new ReadableStream({
      start: (body) => body.enqueue(Buffer.from(unfinishedForm)),
      pull(body) {
        sent += 1
        if (sent > 60) body.close()
        else body.enqueue(megabyte)
      },
    })
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const init = { method: 'POST', body: endless, headers, duplex: 'half' } as const
    const outcome = await fetch(`${docket.url}/api/upload`, init).then(
      (response) => response.status,
      () => 'cut off',
    )
    expect([413, 'cut off']).toContain(outcome)
    expect(sent).toBeLessThan(30)
    await expect.poll(docket.files).toEqual([])
    await expectNothingLeft(docket)
  })

  it('a body that is not a form', async () => {
    const docket = await docketForTest()
    for (const type of ['application/json', 'multipart/form-data']) {
      const init = { method: 'POST', body: '{}', headers: { 'content-type': type } }
      const [status] = await readError(await fetch(`${docket.url}/api/upload`, init))
      expect(status).toBe(400)
    }
    await expectNothingLeft(docket)
  })

  it.each([
    ['the connection ends before the body', 500],
    ['the body ends before the form', unfinishedForm.length],
  ])('a truncated upload: %s', async (_, length) => {
    const docket = await docketForTest()
    const socket = connect(Number(new URL(docket.url).port), '127.0.0.1')
    const lines = [
      'POST /api/upload HTTP/1.1',
      'Host: 127.0.0.1',
      'Connection: close',
      'Content-Type: multipart/form-data; boundary=x',
      `Content-Length: ${length}`,
      '',
      unfinishedForm,
    ]
    socket.write(lines.join('\r\n'))
    if (length > unfinishedForm.length) socket.end()
    const response = await text(socket)
    expect(response).toMatch(/^HTTP\/1.1 400 /)
    expect(response).toMatch(/content-type: application\/problem\+json/i)
    expect(response).toContain('"code":"BROKEN_UPLOAD"')
    await expect.poll(docket.files).toEqual([])
    await expectNothingLeft(docket)
  })

  it('a client that disconnects midway', async () => {
    const docket = await docketForTest()
    const { port } = new URL(docket.url)
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(
      'POST /api/upload HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\n' +
        'Content-Length: 100000\r\n\r\n--x\r\nContent-Disposition: form-data; name="file"; ' +
        'filename="a.pdf"\r\n\r\n%PDF-1.4 ',
    )
    await expect.poll(docket.files).toHaveLength(1)
    socket.destroy()
    await expect.poll(docket.files).toEqual([])
    await expectNothingLeft(docket)
  })

  it('a client that stops sending but stays connected', async () => {
    const docket = await docketForTest({ idleMs: 300 })
    const socket = connect(Number(new URL(docket.url).port), '127.0.0.1')
    socket.on('error', () => undefined)
    const closed = new Promise((resolve) => socket.on('close', resolve))
    socket.write(
      'POST /api/upload HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\n' +
        `Content-Length: 100000\r\n\r\n${unfinishedForm}`,
    )
    await closed
    await expect.poll(docket.files).toEqual([])
    await expectNothingLeft(docket)
  })

  it('a cross-site form', async () => {
    const docket = await docketForTest()
    const body = new FormData()
    body.set('file', new Blob(['%PDF-1.4']), 'a.pdf')
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example' },
    ]) {
      const init = { method: 'POST', body, headers }
      const [status, code] = await readError(await fetch(`${docket.url}/api/upload`, init))
      expect([status, code]).toEqual([403, 'CROSS_SITE'])
    }
    await expectNothingLeft(docket)
  })
})

const unfinishedForm =
  '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4 and then'

function currentDay(): string {
  return new Date().toISOString().slice(0, 10).replaceAll('-', '/')
}
