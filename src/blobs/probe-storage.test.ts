import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { fsBlobs } from './fs.ts'
import { probeStorage } from './probe-storage.ts'

async function folderForTest(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'docket-probe-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

it('resolves if the storage responds', async () => {
  await expect(probeStorage(fsBlobs(await folderForTest()))).resolves.toBeUndefined()
})

it('rejects if the storage is not a folder', async () => {
  const file = path.join(await folderForTest(), 'file')
  await writeFile(file, 'x')
  await expect(probeStorage(fsBlobs(path.join(file, 'blobs')))).rejects.toThrow()
})
