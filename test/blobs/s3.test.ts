import { randomBytes } from 'node:crypto'
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buffer, text } from 'node:stream/consumers'
import fc from 'fast-check'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { initBucket } from '../../src/blobs/s3/init-bucket.ts'
import { s3Blobs } from '../../src/blobs/s3/s3.ts'
import { needsCeph, type S3Server } from '../support/servers/ceph.ts'
import { faultyProxy } from '../support/servers/faulty-proxy.ts'
import { s3ForTest, s3Options, sharedS3 } from '../support/servers/s3.ts'

async function fileWith(bytes: Uint8Array | string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'docket-s3-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'file')
  await writeFile(file, bytes)
  return file
}

/** A bucket behind a proxy that can be made to fail. */
async function createProxiedBucket() {
  const server = await sharedS3()
  const proxy = await faultyProxy(server.endpoint)
  const options = s3Options(proxy.url)
  await initBucket({ ...options, endpoint: server.endpoint }, undefined)
  return {
    proxy,
    blobs: s3Blobs(options),
    direct: s3Blobs({ ...options, endpoint: server.endpoint }),
  }
}

const part = 5 * 1024 * 1024

// Skipped if Ceph is not installed. `npm test` installs it on Debian as root.
describe('S3 storage', needsCeph, () => {
  let server: S3Server
  beforeAll(async () => {
    server = await sharedS3()
  })

  describe('presigned links', () => {
    it('P29: serve a stored file until they expire', async () => {
      const { blobs } = await s3ForTest()
      await fc.assert(
        fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 2000 }), async (bytes) => {
          const key = `sources/${randomBytes(8).toString('hex')}.pdf`
          await blobs.putFile(key, await fileWith(bytes))
          const filename = 'Rechnung Ö “1”.pdf'
          const linkFor = async (seconds: number) =>
            (await blobs.links?.toRead(key, { seconds, filename })) ?? ''
          const [long, short] = [await linkFor(60), await linkFor(1)]
          const first = await fetch(long)
          expect(Buffer.from(await first.arrayBuffer())).toEqual(Buffer.from(bytes))
          const disposition = first.headers.get('content-disposition')
          expect(disposition).toContain("filename*=UTF-8''Rechnung")
          expect(disposition).toContain('filename="Rechnung O _1_.pdf"')
          await sleep(2_100)
          expect((await fetch(short)).status).toBe(403)
        }),
        { numRuns: 3 },
      )
    })

    it('expire after at most seven days', async () => {
      const { blobs } = await s3ForTest()
      const link = await blobs.links?.toRead('sources/a', { seconds: 1e9, filename: 'a.pdf' })
      expect(new URL(link ?? '').searchParams.get('X-Amz-Expires')).toBe('604800')
    })

    it('accept only a PDF of the exact size', async () => {
      const { blobs } = await s3ForTest()
      const link = (await blobs.links?.toWrite('incoming/a', { seconds: 60, bytes: 5 })) ?? ''
      const put = (body: string, type: string) =>
        fetch(link, { method: 'PUT', body, headers: { 'content-type': type } })
      expect((await put('too long', 'application/octet-stream')).status).toBe(403)
      expect((await put('%PDF-', 'text/html')).status).toBe(403)
      expect((await put('%PDF-', 'application/octet-stream')).status).toBe(200)
      expect(await text((await blobs.open('incoming/a')).stream)).toBe('%PDF-')
    })

    it("use the server's public endpoint", async () => {
      const { blobs } = await s3ForTest({ publicEndpoint: 'https://files.example.com' })
      const link = await blobs.links?.toRead('sources/a', { seconds: 60, filename: 'a.pdf' })
      expect(new URL(link ?? '').origin).toBe('https://files.example.com')
    })

    it('are rejected if altered', async () => {
      const { blobs } = await s3ForTest()
      for (const key of ['sources/mine', 'sources/other'])
        await blobs.putFile(key, await fileWith(key))
      const link = await blobs.links?.toRead('sources/mine', { seconds: 60, filename: 'a.pdf' })
      expect((await fetch((link ?? '').replace('mine', 'other'))).status).toBe(403)
      for (const method of ['PUT', 'DELETE', 'POST']) {
        expect([method, (await fetch(link ?? '', { method })).status]).toEqual([method, 403])
      }
      const page = '&response-content-type=text%2Fhtml'
      expect((await fetch(`${link}${page}`)).status).toBe(403)
      const longer = (link ?? '').replace('X-Amz-Expires=60', 'X-Amz-Expires=6000')
      expect((await fetch(longer)).status).toBe(403)
    })
  })

  it('P30: rejects requests without credentials or a link', async () => {
    const { blobs, options } = await s3ForTest()
    await blobs.putFile('sources/secret', await fileWith('secret'))
    const address = `${server.endpoint}/${options.bucket}`
    for (const path of ['/sources/secret', '', '/?list-type=2']) {
      expect((await fetch(address + path)).status).toBe(403)
    }
  })

  describe('an S3 error', () => {
    it('P4: is retried three times, then reported', async () => {
      const { proxy, blobs } = await createProxiedBucket()
      await blobs.putFile('sources/there', await fileWith('there'))
      const operations = [
        async () => blobs.putFile('sources/new', await fileWith('new')),
        async () => void (await buffer((await blobs.open('sources/there')).stream)),
        async () => void (await blobs.localCopy('sources/there', tmpdir())),
        async () => blobs.delete('sources/nothing'),
      ]
      const faults = fc.constantFrom<'cut' | number>('cut', 500, 503, 429)
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...operations),
          faults,
          fc.integer({ min: 0, max: 4 }),
          async (operation, fault, failures) => {
            proxy.fail(failures, fault)
            const before = proxy.requests.length
            const outcome = await operation().then(
              () => 'done',
              (error: { code: string }) => error.code,
            )
            expect(outcome).toBe(failures < 3 ? 'done' : 'STORAGE_DOWN')
            if (failures >= 3) expect(proxy.requests.length - before).toBe(3)
            proxy.fail(0, 'cut')
          },
        ),
        { numRuns: 20 },
      )
    })

    it('causes only the failed part of a large file to be resent', async () => {
      const { proxy, blobs } = await createProxiedBucket()
      const bytes = randomBytes(2 * part + 1)
      proxy.fail(2, 'cut', 'PUT')
      await blobs.putFile('sources/large', await fileWith(bytes))
      const putRequests = proxy.requests.filter((request) => request.startsWith('PUT'))
      expect(putRequests).toHaveLength(5)
      const found = await buffer((await blobs.open('sources/large')).stream)
      expect(found.equals(bytes)).toBe(true)
    })

    it('does not leave parts of a large file behind if its upload fails and keeps the local file', async () => {
      const { proxy, blobs, direct } = await createProxiedBucket()
      const file = await fileWith(randomBytes(part + 1))
      proxy.fail(3, 500, 'PUT')
      await expect(blobs.putFile('sources/large', file)).rejects.toMatchObject({
        code: 'STORAGE_DOWN',
      })
      await access(file)
      expect(proxy.requests.some((request) => request.startsWith('DELETE'))).toBe(true)
      await expect(direct.open('sources/large')).rejects.toMatchObject({ code: 'IO_ERROR' })
    })

    it.each([
      ['another size', { 'content-length': '4' }],
      ['another hash', { etag: `"${'0'.repeat(32)}"` }],
    ])('is detected by the check after storing (%s)', async (_, corruptResponse) => {
      const { proxy, blobs } = await createProxiedBucket()
      proxy.onAnswer((request, headers) => {
        if (request.method === 'HEAD') Object.assign(headers, corruptResponse)
      })
      const stored = blobs.putFile('sources/x', await fileWith('12345'))
      await expect(stored).rejects.toThrow('The stored file differs from the file that was sent')
    })

    it('counts as our outage, not as a document error, if keys are wrong or the bucket is missing', async () => {
      const missing = s3Blobs(s3Options(server.endpoint))
      await expect(missing.open('sources/a')).rejects.toMatchObject({ code: 'STORAGE_DOWN' })
    })
  })

  it('requests encryption if configured', async () => {
    const proxied = await faultyProxy(server.endpoint)
    const seen: unknown[] = []
    proxied.onAnswer((request) => {
      if (request.method === 'PUT') seen.push(request.headers['x-amz-server-side-encryption'])
    })
    const encryption = { algorithm: 'AES256' as const, keyId: undefined }
    const blobs = s3Blobs(s3Options(proxied.url, { encryption }))
    await blobs.putFile('sources/a', await fileWith('a')).catch(() => undefined)
    expect(seen).toEqual(['AES256'])
  })

  it('prepares a bucket idempotently', async () => {
    const options = s3Options(server.endpoint)
    for (const _ of [1, 2]) {
      const steps = await initBucket(options, 'https://docket.example.com')
      expect(steps.map(({ problem }) => problem)).toEqual([undefined, undefined, undefined])
    }
    const preflight = await fetch(`${server.endpoint}/${options.bucket}/incoming/a`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://docket.example.com',
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'content-type',
      },
    })
    expect(preflight.status).toBe(200)
    expect(preflight.headers.get('access-control-allow-origin')).toBe('https://docket.example.com')
  })
})
