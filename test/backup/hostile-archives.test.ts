import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { ZipFile } from 'yazl'
import { checksumsName, manifestName } from '../../src/backup/manifest.ts'
import { restoreBackup } from '../../src/backup/restore-backup.ts'

const manifest = {
  format: 'docket-backup',
  version: 1,
  docket: 'test',
  created_at: '2026-01-01T00:00:00Z',
  migrations: [],
  tables: [],
  sequences: [],
  missing: [],
}

/** Writes a backup that contains a file with this name, which the zip library itself would refuse to write. */
async function writeArchive(name: string): Promise<Buffer> {
  // A name can be replaced with another of the same length without changing any offset.
  const safeName = `blobs/${'x'.repeat(name.length - 'blobs/'.length)}`
  const entries = { [manifestName]: JSON.stringify(manifest), [safeName]: 'hello' }
  const lines = Object.entries(entries).map(
    ([entry, text]) => `${createHash('sha256').update(text).digest('hex')}  ${entry}\n`,
  )
  const zip = new ZipFile()
  const all = Object.entries({ ...entries, [checksumsName]: lines.join('') })
  for (const [entry, text] of all) zip.addBuffer(Buffer.from(text), entry, { compress: false })
  zip.end()
  const bytes = await buffer(zip.outputStream)
  return Buffer.from(bytes.toString('latin1').replaceAll(safeName, name), 'latin1')
}

it.each([
  'blobs/../../../stolen.pdf',
  'blobs/a/../../../../stolen.pdf',
  'blobs//etc/stolen.pdf',
  'blobs/..\\..\\stolen.pdf',
  'blobs/a/.hidden/stolen.pdf',
])('restores nothing from a backup with the file %s', async (name) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'docket-archive-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'backup.zip')
  await writeFile(file, await writeArchive(name))
  const target = path.join(folder, 'deep', 'er', 'data')
  const restoring = restoreBackup({
    file,
    folder: target,
    migrations: 'migrations',
    signal: new AbortController().signal,
    onProgress: () => undefined,
  })
  await expect(restoring).rejects.toMatchObject({
    code: 'CANNOT_START',
    message: expect.stringContaining('Nothing was restored'),
  })
  const left = await readdir(folder, { recursive: true })
  expect(left.filter((one) => one.includes('stolen'))).toEqual([])
  expect(existsSync(target)).toBe(false)
})
