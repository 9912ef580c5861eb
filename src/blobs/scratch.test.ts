import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createScratch } from './scratch.ts'

async function rootForTest(): Promise<string> {
  const root = await mkdtemp(path.join(tmpdir(), 'docket-scratch-'))
  onTestFinished(() => rm(root, { recursive: true }))
  return root
}

it('removes the folder after success and after failure', async () => {
  const root = await rootForTest()
  const scratch = createScratch(root)
  await scratch.use((folder) => writeFile(path.join(folder, 'half'), 'x'))
  const failing = scratch.use(async (folder) => {
    await writeFile(path.join(folder, 'half'), 'x')
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await readdir(root)).toEqual([])
})

it('reuses an empty folder, but never for two tasks at once', async () => {
  const root = await rootForTest()
  const scratch = createScratch(root)
  const first = await scratch.use(async (folder) => folder)
  const [second, third] = await Promise.all([1, 2].map(() => scratch.use(async (folder) => folder)))
  expect([second, third === first]).toEqual([first, false])
  await rm(first, { recursive: true })
  await scratch.use((folder) => writeFile(path.join(folder, 'x'), 'x'))
  await expect.poll(() => readdir(root)).toEqual([])
})

it('sweeps entries that nobody has refreshed for 40 minutes', async () => {
  const root = await rootForTest()
  for (const name of ['old', 'young']) await mkdir(path.join(root, name))
  for (const name of ['old-file', 'young-file']) await writeFile(path.join(root, name), 'x')
  const longAgo = Date.now() / 1000 - 41 * 60
  for (const name of ['old', 'old-file']) await utimes(path.join(root, name), longAgo, longAgo)
  await createScratch(root).sweep()
  expect((await readdir(root)).toSorted()).toEqual(['young', 'young-file'])
})

it('removes its own files and leaves files that were moved out', async () => {
  const root = await rootForTest()
  const scratch = createScratch(root)
  const target = path.join(await rootForTest(), 'taken')
  const failing = scratch.useFiles(async (newFile) => {
    const [left, taken, never] = [newFile(), newFile(), newFile()]
    for (const file of [left, taken]) await writeFile(file, 'x')
    await rename(taken, target)
    expect(new Set([left, taken, never]).size).toBe(3)
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await readdir(root)).toEqual([])
  expect(existsSync(target)).toBe(true)
})

it('does not remove a file after it was passed to forget', async () => {
  const root = await rootForTest()
  const kept = await createScratch(root).useFiles(async (newFile, forget) => {
    const [left, moved] = [newFile(), newFile()]
    for (const file of [left, moved]) await writeFile(file, 'x')
    forget(moved)
    return moved
  })
  expect(await readdir(root)).toEqual([path.basename(kept)])
})

it('keeps entries in use when the system clock jumps ahead', async () => {
  const root = await rootForTest()
  const scratch = createScratch(root)
  await scratch.use(async (folder) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 3600_000 })
    onTestFinished(() => void vi.useRealTimers())
    await scratch.sweep()
    expect(existsSync(folder)).toBe(true)
  })
})

it('keeps entries in use, however old they are', async () => {
  const root = await rootForTest()
  const scratch = createScratch(root)
  const longAgo = Date.now() / 1000 - 41 * 60
  await scratch.use((folder) =>
    scratch.useFiles(async (newFile) => {
      const file = newFile()
      await writeFile(file, 'x')
      for (const entry of [folder, file]) await utimes(entry, longAgo, longAgo)
      await scratch.refresh()
      await createScratch(root).sweep()
      expect([folder, file].map(existsSync)).toEqual([true, true])
    }),
  )
})
