import { createHash, randomBytes } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Blobs } from '../../src/blobs/blobs.ts'
import { fsBlobs } from '../../src/blobs/fs.ts'
import { AppError } from '../../src/domain/errors/app-error.ts'
import { hasCeph } from '../support/servers/ceph.ts'
import { s3ForTest } from '../support/servers/s3.ts'

/** Skipped if temporary files are on the only disk. */
const otherDisk = ['/dev/shm', '/var/tmp'].find(
  (one) => existsSync(one) && statSync(one).dev !== statSync(tmpdir()).dev,
)

let folder: string
const adapters: Record<string, () => Promise<Blobs>> = {
  fs: async () => fsBlobs(path.join(folder, 'blobs')),
  // Skipped if Ceph is not installed. `npm test` installs it on Debian as root.
  ...(hasCeph && { S3: async () => (await s3ForTest()).blobs }),
  ...(hasCeph && { 'S3 below a prefix': async () => (await s3ForTest({ prefix: 'a/b/' })).blobs }),
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'docket-blobs-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function fileWith(bytes: Uint8Array): Promise<string> {
  const file = path.join(folder, `given-${randomBytes(4).toString('hex')}`)
  await writeFile(file, bytes)
  return file
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function collectAll<One>(many: AsyncIterable<One>): Promise<One[]> {
  const found: One[] = []
  for await (const one of many) found.push(one)
  return found
}

describe.each(Object.entries(adapters))('blobs on %s', (_, create) => {
  let blobs: Blobs

  beforeAll(async () => {
    blobs = await create()
  })

  it('return exactly the bytes they stored, and their length', async () => {
    const bytes = Buffer.from([0, 255, 10, 13, 37])
    await blobs.putFile('sources/2026/01/02/a.pdf', await fileWith(bytes))
    const { stream, bytes: length } = await blobs.open('sources/2026/01/02/a.pdf')
    expect([length, await buffer(stream)]).toEqual([5, bytes])
  })

  it('store any bytes, from none to several parts', { timeout: 120_000 }, async () => {
    const part = 5 * 1024 * 1024
    const sizes = [0, 1, part - 1, part, part + 1, 2 * part, 2 * part + 7]
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...sizes), async (size) => {
        const bytes = randomBytes(size)
        const key = `sources/${randomBytes(8).toString('hex')}`
        await blobs.putFile(key, await fileWith(bytes))
        const opened = await blobs.open(key)
        const found = await buffer(opened.stream)
        expect([opened.bytes, sha256(found)]).toEqual([size, sha256(bytes)])
        await blobs.delete(key)
      }),
      { numRuns: 12 },
    )
  })

  it('return any range', async () => {
    const bytes = randomBytes(5 * 1024 * 1024 + 7)
    await blobs.putFile('sources/parts', await fileWith(bytes))
    const place = fc.nat({ max: bytes.length - 1 })
    await fc.assert(
      fc.asyncProperty(place, place, async (one, other) => {
        const [first, last] = one < other ? [one, other] : [other, one]
        const opened = await blobs.open('sources/parts', { first, last })
        const expected = bytes.subarray(first, last + 1)
        expect(opened.bytes).toBe(expected.length)
        expect(sha256(await buffer(opened.stream))).toBe(sha256(expected))
      }),
      { numRuns: 20 },
    )
    await blobs.delete('sources/parts')
  })

  it('remove the source file after storing it', async () => {
    const file = await fileWith(Buffer.from('b'))
    await blobs.putFile('sources/b', file)
    expect(await readdir(folder)).not.toContain(path.basename(file))
  })

  it('store a file from another disk', async ({ skip }) => {
    skip(otherDisk === undefined, 'there is no other disk to write to')
    const otherFolder = await mkdtemp(path.join(otherDisk ?? '', 'docket-blobs-'))
    onTestFinished(() => rm(otherFolder, { recursive: true, force: true }))
    await writeFile(path.join(otherFolder, 'file'), 'from afar')
    await blobs.putFile('sources/far', path.join(otherFolder, 'file'))
    const { stream, bytes } = await blobs.open('sources/far')
    expect([bytes, await text(stream), await readdir(otherFolder)]).toEqual([9, 'from afar', []])
  })

  it('provide a local file for reading', async () => {
    await blobs.putFile('sources/c', await fileWith(Buffer.from('copy')))
    const copy = await blobs.localCopy('sources/c', folder)
    expect(await readFile(copy, 'utf8')).toBe('copy')
  })

  it('list keys below a prefix, with their age', async () => {
    await blobs.putFile('listed/one/1', await fileWith(Buffer.from('1')))
    await blobs.putFile('listed/two', await fileWith(Buffer.from('2')))
    const found = await collectAll(blobs.list('listed/'))
    expect(found.map(({ key }) => key).sort()).toEqual(['listed/one/1', 'listed/two'])
    for (const { stored_at } of found) {
      expect(Math.abs(Date.now() - stored_at.getTime())).toBeLessThan(60_000)
    }
    expect(await collectAll(blobs.list('nothing/'))).toEqual([])
  })

  it('report a missing blob as a temporary error', async () => {
    const rejection = await blobs.open('sources/none').catch((error: unknown) => error)
    expect(rejection).toBeInstanceOf(AppError)
    expect((rejection as AppError).code).toBe('IO_ERROR')
  })

  it('are deleted idempotently', async () => {
    await blobs.putFile('sources/d', await fileWith(Buffer.from('d')))
    await blobs.delete('sources/d')
    await blobs.delete('sources/d')
    await expect(blobs.open('sources/d')).rejects.toThrow(AppError)
  })

  it.each(['../outside', '/etc/passwd', 'a/../../b', 'a//b', ''])(
    'reject %j as a key',
    async (key) => {
      await expect(blobs.open(key)).rejects.toThrow('Not a blob key')
      const file = await fileWith(Buffer.from('x'))
      await expect(blobs.putFile(key, file)).rejects.toThrow('Not a blob key')
    },
  )
})
