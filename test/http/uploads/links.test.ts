import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Blobs } from '../../../src/blobs/blobs.ts'
import type { UploadLink } from '../../../src/domain/api/routes/links.ts'
import { textPdf } from '../../fixtures/pdfs.ts'
import { needsCeph } from '../../support/servers/ceph.ts'
import { docketForTest } from '../../support/docket/docket.ts'
import { readJob, readError, type Visitor, visitor } from '../../support/docket/visitor.ts'
import { s3ForTest } from '../../support/servers/s3.ts'

const pdf = new Uint8Array(await textPdf({ text: 'Sent past the server' }))

function post(person: Visitor, address: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  return person.ask(address, { method: 'POST', body: JSON.stringify(body), headers })
}

async function begin(person: Visitor, bytes = pdf.length): Promise<UploadLink> {
  const response = await post(person, '/api/uploads', { bytes })
  expect(response.status).toBe(201)
  return (await response.json()) as UploadLink
}

async function send(link: UploadLink, bytes: Uint8Array<ArrayBuffer> = pdf): Promise<number> {
  const { status } = await fetch(link.url, { method: 'PUT', body: bytes, headers: link.headers })
  return status
}

async function keysIn(blobs: Blobs, prefix: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of blobs.list(prefix)) keys.push(key)
  return keys
}

// Skipped if Ceph is not installed. `npm test` installs it on Debian as root.
describe('presigned upload links', needsCeph, () => {
  let blobs: Blobs
  beforeAll(async () => {
    blobs = (await s3ForTest()).blobs
  })

  it('send a PDF directly to the storage, and then convert it like an upload', async () => {
    const docket = await docketForTest({ blobs })
    docket.startWorking()
    const person = visitor(docket.url)
    const link = await begin(person)
    expect(await send(link)).toBe(200)
    const commit = { filename: 'far.pdf', mapping: 'document_text_v1' }
    const committed = await post(person, `/api/uploads/${link.id}/commit`, commit)
    expect(committed.status).toBe(202)
    const { id } = await readJob(committed)
    expect(committed.headers.get('location')).toBe(`/api/jobs/${id}`)
    await vi.waitFor(async () => expect((await person.job(id)).status).toBe('complete'))
    const result = await person.ask(`/api/jobs/${id}/download?format=txt`)
    expect(await result.text()).toContain('Sent past the server')
    expect(await keysIn(blobs, 'incoming/')).toEqual([])

    const response = await post(person, `/api/jobs/${id}/link`, { seconds: 60 })
    const { url } = (await response.json()) as { url: string }
    const source = await fetch(url)
    expect(source.headers.get('content-disposition')).toContain('far.pdf')
    expect(new Uint8Array(await source.arrayBuffer())).toEqual(pdf)
  })

  it('are unique per Idempotency-Key, with one job', async () => {
    const docket = await docketForTest({ blobs })
    const person = visitor(docket.url)
    const sendOnce = (address: string, key: string, body: object) =>
      person.ask(address, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
      })
    const beginUploads = async () =>
      (await (await sendOnce('/api/uploads', 'a', { bytes: pdf.length })).json()) as UploadLink
    const link = await beginUploads()
    const same = await beginUploads()
    expect(same.id).toBe(link.id)
    const storedKeys = await docket.db.query('select * from idempotency_keys')
    expect(JSON.stringify(storedKeys)).not.toContain('http')
    expect(await send(same)).toBe(200)
    const address = `/api/uploads/${link.id}/commit`
    const committed = await readJob(await sendOnce(address, 'b', { filename: 'a.pdf' }))
    const replay = await sendOnce(address, 'b', { filename: 'a.pdf' })
    expect([replay.status, replay.headers.get('idempotency-replayed')]).toEqual([202, 'true'])
    expect((await readJob(replay)).id).toBe(committed.id)
    expect((await readError(await sendOnce(address, 'b', { filename: 'b.pdf' })))[1]).toBe(
      'KEY_REUSED',
    )
    const crash = `update idempotency_keys set response = null, locked_until = now() where key = 'b'`
    await docket.db.query(crash)
    await send(link)
    expect((await readJob(await sendOnce(address, 'b', { filename: 'a.pdf' }))).id).toBe(
      committed.id,
    )
    expect(await docket.db.query('select id from batches')).toHaveLength(1)
  })

  it('cannot change a file after its commit', async () => {
    const docket = await docketForTest({ blobs })
    const person = visitor(docket.url)
    const link = await begin(person)
    await send(link)
    const committed = await post(person, `/api/uploads/${link.id}/commit`, { filename: 'a.pdf' })
    const { id } = await readJob(committed)
    await send(link, new Uint8Array(pdf).fill(0))
    const source = await person.ask(`/api/jobs/${id}/source`)
    expect(new Uint8Array(await source.arrayBuffer())).toEqual(pdf)
  })

  it('are rejected for large files and accept only the announced file', async () => {
    const docket = await docketForTest({ blobs, maxUploadMb: 1 })
    const person = visitor(docket.url)
    const tooLarge = await post(person, '/api/uploads', { bytes: 1024 * 1024 + 1 })
    expect((await readError(tooLarge)).slice(0, 2)).toEqual([413, 'TOO_LARGE'])
    const link = await begin(person, pdf.length - 1)
    expect(await send(link)).toBe(403)
    const committed = await post(person, `/api/uploads/${link.id}/commit`, { filename: 'a.pdf' })
    expect((await readError(committed)).slice(0, 2)).toEqual([409, 'NOT_UPLOADED'])
  })

  it('do not accept a file that an upload would reject', async () => {
    const docket = await docketForTest({ blobs })
    const person = visitor(docket.url)
    const text = new TextEncoder().encode('This is not a PDF at all.')
    const link = await begin(person, text.length)
    await send(link, text)
    const committed = await post(person, `/api/uploads/${link.id}/commit`, { filename: 'a.pdf' })
    expect((await readError(committed)).slice(0, 2)).toEqual([415, 'NOT_PDF'])
    expect(await docket.db.query('select 1 from jobs')).toEqual([])
  })

  it('429: count towards the quota with their announced bytes, committed or not', async () => {
    const docket = await docketForTest({ blobs, byteLimits: { per_day: 2 * pdf.length } })
    const person = visitor(docket.url)
    const link = await begin(person)
    await begin(person)
    const rejected = await post(person, '/api/uploads', { bytes: pdf.length })
    expect((await readError(rejected)).slice(0, 2)).toEqual([429, 'QUOTA_EXCEEDED'])
    await send(link)
    const committed = await post(person, `/api/uploads/${link.id}/commit`, { filename: 'a.pdf' })
    expect(committed.status).toBe(202)
    const usage = (await (await person.ask('/api/usage')).json()) as { today: number }
    expect(usage.today).toBe(pdf.length)
  })

  it('are useless to anyone else', async () => {
    const docket = await docketForTest({ blobs })
    const link = await begin(visitor(docket.url))
    await send(link)
    const other = visitor(docket.url)
    const committed = await post(other, `/api/uploads/${link.id}/commit`, { filename: 'a.pdf' })
    expect((await readError(committed)).slice(0, 2)).toEqual([409, 'NOT_UPLOADED'])
  })
})

describe('folder storage', () => {
  it('has no links, and the API reports this', async () => {
    const docket = await docketForTest()
    const response = await post(visitor(docket.url), '/api/uploads', { bytes: 10 })
    expect((await readError(response)).slice(0, 2)).toEqual([404, 'DISABLED'])
  })
})
