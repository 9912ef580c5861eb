import { writeFile } from 'node:fs/promises'
import http from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Blobs } from '../../../src/blobs/blobs.ts'
import { listOutputs, replaceOutputs } from '../../../src/db/jobs/outputs.sql.ts'
import type { ReadDocument } from '../../../src/reading/steps/read-document.ts'
import { makeUnique, textPdf } from '../../fixtures/pdfs.ts'
import { hasCeph } from '../../support/servers/ceph.ts'
import { docketForTest } from '../../support/docket/docket.ts'
import { readJob, type Visitor, visitor } from '../../support/docket/visitor.ts'
import { assertPresent } from '../../support/processes/assert-present.ts'
import { s3ForTest, sharedS3 } from '../../support/servers/s3.ts'

const pdf = await textPdf()

/** Starts a Docket that reads every document as the bytes that the test provides. */
async function docketThatReads(blobs: Blobs | undefined) {
  const state: { written: Buffer } = { written: Buffer.alloc(0) }
  const reader: ReadDocument = async ({ folder, mapping }) => {
    const file = path.join(folder, 'out.txt')
    await writeFile(file, state.written)
    const about = { format: 'txt' as const, content_type: 'text/plain; charset=utf-8' }
    const outputs = [{ ...about, file, bytes: state.written.length }]
    return { mapping, review_reasons: [], summary: null, page_count: 1, word_count: 1, outputs }
  }
  const docket = await docketForTest({ blobs, reader })
  docket.startWorking()
  const person = visitor(docket.url)
  const read = async (written: Buffer) => {
    state.written = written
    const { id } = await readJob(
      await person.upload(makeUnique(pdf), { mapping: 'document_text_v1' }),
    )
    await vi.waitFor(async () => expect((await person.job(id)).status).toBe('complete'))
    return id
  }
  return { docket, person, read }
}

/** Downloads the raw response, because `fetch` would decompress it. */
async function download({ url }: { url: string }, person: Visitor, headers: object, query = '') {
  const cookie = person.cookie()
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    const address = `${url}${query}`
    http.get(address, { headers: { cookie, ...headers } }, resolve).on('error', reject)
  })
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) }
}

const files = fc.oneof(
  fc.uint8Array({ maxLength: 3000 }).map((bytes) => Buffer.from(bytes)),
  fc.string({ unit: 'grapheme', maxLength: 300 }).map((line) => Buffer.from(line.repeat(500))),
)

type StorageCase = [name: string, open: () => Promise<Blobs | undefined>]

const places: StorageCase[] = [
  ['disk', async () => undefined],
  // Skipped if Ceph is not installed. `npm test` installs it on Debian as root.
  ...(hasCeph ? [['S3', async () => (await s3ForTest()).blobs] satisfies StorageCase] : []),
]

describe.each(places)('a result on %s', (_, open) => {
  beforeAll(async () => {
    if (hasCeph) await sharedS3()
  })

  it('P27: is stored compressed, and downloaded as written', async () => {
    const { docket, person, read } = await docketThatReads(await open())
    const { blobs } = docket.services
    await fc.assert(
      fc.asyncProperty(files, async (written) => {
        const id = await read(written)
        const { key } = assertPresent((await listOutputs(docket.db, id))[0])
        const stored = await buffer((await blobs.open(key)).stream)
        expect(gunzipSync(stored).equals(written)).toBe(true)

        const address = `/api/jobs/${id}/download`
        const plain = await download(docket, person, {}, address)
        expect(plain.body.equals(written)).toBe(true)
        expect(plain.headers['content-length']).toBe(String(written.length))
        expect(plain.headers['content-encoding']).toBeUndefined()

        const packed = await download(docket, person, { 'accept-encoding': 'br, gzip' }, address)
        expect(packed.body.equals(stored)).toBe(true)
        expect(packed.headers).toMatchObject({
          'content-encoding': 'gzip',
          'content-length': String(stored.length),
          vary: 'accept-encoding',
        })
        expect(packed.headers.etag).not.toBe(plain.headers.etag)
        const fetched = await person.ask(address)
        expect(Buffer.from(await fetched.arrayBuffer()).equals(written)).toBe(true)

        const link = await blobs.links?.toRead(key, { seconds: 60, filename: 'a.txt' })
        if (link === undefined) return
        const followed = await fetch(link)
        expect(followed.headers.get('content-encoding')).toBe('gzip')
        expect(Buffer.from(await followed.arrayBuffer()).equals(written)).toBe(true)
      }),
      { numRuns: 10 },
    )
  })

  it('is sent compressed, with an ETag', async () => {
    const { docket, person, read } = await docketThatReads(await open())
    const id = await read(Buffer.from('the same line again and again\n'.repeat(1000)))
    const address = `/api/jobs/${id}/download`
    for (const coding of ['gzip', 'identity']) {
      const headers = { 'accept-encoding': coding }
      const first = await download(docket, person, headers, address)
      const etag = assertPresent(first.headers.etag)
      const cachedResponse = await download(
        docket,
        person,
        { ...headers, 'if-none-match': etag },
        address,
      )
      expect([
        cachedResponse.status,
        cachedResponse.body.length,
        cachedResponse.headers.etag,
      ]).toEqual([304, 0, etag])
    }
    const { key } = assertPresent((await listOutputs(docket.db, id))[0])
    const { stream, bytes } = await docket.services.blobs.open(key)
    stream.destroy()
    expect(bytes).toBeLessThan(1000)
  })

  it('is served unchanged if stored uncompressed', async () => {
    const { docket, person, read } = await docketThatReads(await open())
    const id = await read(Buffer.from('new'))
    const file = path.join(tmpdir(), `docket-old-${id}`)
    await writeFile(file, 'old')
    const key = `results/old/${id}/1/txt`
    await docket.services.blobs.putFile(key, file)
    const row = { format: 'txt' as const, key, content_type: 'text/plain', bytes: 3 }
    await replaceOutputs(docket.db, id, [row])
    const headers = { 'accept-encoding': 'gzip' }
    const response = await download(docket, person, headers, `/api/jobs/${id}/download`)
    expect([response.body.toString(), response.headers['content-length']]).toEqual(['old', '3'])
    expect(response.headers['content-encoding']).toBeUndefined()
  })
})
