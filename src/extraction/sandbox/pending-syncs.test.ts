import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { textPdf } from '../../../test/fixtures/pdfs.ts'
import { AppError } from '../../domain/errors/app-error.ts'
import type { SandboxResult } from './messages.ts'
import { createPendingSyncs } from './pending-syncs.ts'
import { createSandbox } from './sandbox.ts'

const output = { format: 'txt', content_type: 'text/plain', file: 'a.txt', bytes: 1 } as const
const result: SandboxResult = {
  mapping: 'document_text_v1',
  page_count: 1,
  word_count: 1,
  review_reasons: [],
  summary: null,
  outputs: [output],
}

it('reports each task’s fsync separately', async () => {
  const syncs = createPendingSyncs()
  const [first, second] = [syncs.attach(1, result), syncs.attach(2, result)]
  syncs.settle(2, new AppError('STORAGE_FULL'))
  syncs.settle(1, undefined)
  await expect(first.outputs[0]?.isSynced).resolves.toBe(true)
  await expect(second.outputs[0]?.isSynced).rejects.toMatchObject({ code: 'STORAGE_FULL' })
})

it('leaves the fsync to the caller if the child dies', async () => {
  const syncs = createPendingSyncs()
  const before = syncs.attach(1, result)
  syncs.abandon()
  await expect(before.outputs[0]?.isSynced).resolves.toBe(false)
  await expect(syncs.attach(2, result).outputs[0]?.isSynced).resolves.toBe(false)
})

it('syncs outputs for storage, and only those', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'docket-syncs-'))
  const sandbox = createSandbox({ size: 1, referenceData: { folder: path.resolve('.') } })
  onTestFinished(async () => {
    await sandbox.close()
    await rm(folder, { recursive: true })
  })
  const file = path.join(folder, 'source.pdf')
  await writeFile(file, await textPdf())
  const task = { file, folder, mapping: 'document_text_v1', params: {} }
  const stored = await sandbox.extract({ ...task, form: { mustSync: true } }, {})
  const remote = await sandbox.extract({ ...task, form: { mustSync: false } }, {})
  const synced = stored.outputs.map(async ({ isSynced }) => isSynced)
  expect(await Promise.all(synced)).toEqual(stored.outputs.map(() => true))
  expect(remote.outputs.map(({ isSynced }) => isSynced ?? false)).toEqual([false, false])
})
