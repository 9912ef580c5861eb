import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Blobs } from '../../src/blobs/blobs.ts'
import { fsBlobs } from '../../src/blobs/fs.ts'
import { AppError } from '../../src/domain/errors.ts'

let folder: string
const adapters: Record<string, () => Blobs> = { fs: () => fsBlobs(path.join(folder, 'blobs')) }

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'docket-blobs-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function fileWith(bytes: Uint8Array): Promise<string> {
  const file = path.join(folder, 'given')
  await writeFile(file, bytes)
  return file
}

describe.each(Object.entries(adapters))('blobs on %s', (_, create) => {
  it('give back exactly the bytes they took over, and how many', async () => {
    const bytes = Buffer.from([0, 255, 10, 13, 37])
    const blobs = create()
    await blobs.putFile('sources/2026/01/02/a.pdf', await fileWith(bytes))
    const { stream, bytes: length } = await blobs.open('sources/2026/01/02/a.pdf')
    expect([length, await buffer(stream)]).toEqual([5, bytes])
  })

  it('leave nothing behind of the file they took over', async () => {
    await create().putFile('sources/b', await fileWith(Buffer.from('b')))
    expect(await readdir(folder)).toEqual(['blobs'])
  })

  it('give a local file to read', async () => {
    const blobs = create()
    await blobs.putFile('sources/c', await fileWith(Buffer.from('copy')))
    const { stream } = await blobs.open('sources/c')
    await buffer(stream)
    expect(await blobs.localCopy('sources/c', folder)).toMatch(/c$/)
  })

  it('refuse to open what is not there, as trouble that may pass', async () => {
    const refusal = await create()
      .open('sources/none')
      .catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(AppError)
    expect((refusal as AppError).code).toBe('IO_ERROR')
  })

  it('forget what is deleted, and do not mind deleting it twice', async () => {
    const blobs = create()
    await blobs.putFile('sources/d', await fileWith(Buffer.from('d')))
    await blobs.delete('sources/d')
    await blobs.delete('sources/d')
    await expect(blobs.open('sources/d')).rejects.toThrow(AppError)
  })

  it.each(['../outside', '/etc/passwd', 'a/../../b', 'a//b', ''])(
    'refuse %j as a key',
    async (key) => {
      await expect(create().open(key)).rejects.toThrow()
      await expect(create().putFile(key, await fileWith(Buffer.from('x')))).rejects.toThrow()
    },
  )
})
