import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { fsBlobs } from '../../src/blobs/fs.ts'
import { AppError } from '../../src/domain/errors/app-error.ts'
import { recordSyncs } from '../support/processes/syncs.ts'

const systemError = (code: string) => Object.assign(new Error(code), { code })

/** Creates a storage. `onSync` receives the path of each synced folder, relative to the root. */
async function storage(onSync: (folder: string) => void | Promise<void>) {
  const folder = await mkdtemp(path.join(tmpdir(), 'docket-fs-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const root = path.join(folder, 'blobs')
  await recordSyncs((file) => onSync(path.relative(root, file) || '.'))
  const blobs = fsBlobs(root)
  const stored: string[] = []
  let given = 0
  const put = async (key: string, isSynced: boolean | Promise<boolean> = true) => {
    const file = path.join(folder, `given-${++given}`)
    await writeFile(file, key)
    await blobs.putFile(key, file, { isSynced })
    stored.push(key)
  }
  const putElsewhere = async () => {
    await writeFile(path.join(folder, 'other'), 'x')
    await fsBlobs(path.join(folder, 'elsewhere')).putFile('a/b/c', path.join(folder, 'other'))
  }
  return {
    put,
    putElsewhere,
    stored,
    isThere: (name: string) => existsSync(path.join(root, name)),
    root,
  }
}

function createGate() {
  let open = () => {}
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open: () => open(), passed }
}

it.each([
  ['the same folder', 'day/second'],
  ['another folder in it', 'day/job/second'],
])('does not acknowledge a file before all its folders are synced: %s', async (_, second) => {
  const held = createGate()
  const { put, putElsewhere, stored, isThere } = await storage((folder) =>
    folder === '.' ? held.passed : undefined,
  )
  const first = put('day/first')
  await expect.poll(() => isThere('day')).toBe(true)
  const other = put(second)
  // In the meantime, another storage writes to the same path.
  await putElsewhere()
  expect(stored).toEqual([])
  held.open()
  await Promise.all([first, other])
  expect(isThere(second)).toBe(true)
})

it('syncs parent folders once, even if others created them, and again after an error', async () => {
  const synced: string[] = []
  let isTroubled = true
  const { put, stored } = await storage((folder) => {
    if (folder === '.' && isTroubled) {
      isTroubled = false
      throw systemError('EMFILE')
    }
    synced.push(folder)
  })
  await put('day/one')
  await put('day/two')
  expect(stored).toEqual(['day/one', 'day/two'])
  expect(synced).toEqual(['..', '.', 'day', 'day'])
})

it('does not trust a second sync after a sync that lost bytes', async () => {
  let tries = 0
  const { put, stored } = await storage((folder) => {
    if (folder !== 'day') return
    tries += 1
    throw systemError('EIO')
  })
  await expect(put('day/one')).rejects.toMatchObject({ code: 'IO_ERROR', cause: { code: 'EIO' } })
  expect([tries, stored]).toEqual([1, []])
})

it('waits for a file that is still being synced, and syncs it if its writer cannot', async () => {
  const synced: string[] = []
  const { put, stored, isThere } = await storage((file) => void synced.push(path.basename(file)))
  const held = createGate()
  const first = put(
    'day/one',
    held.passed.then(() => true),
  )
  await put('day/two', Promise.resolve(false))
  expect([stored, isThere('day/one')]).toEqual([['day/two'], false])
  held.open()
  await first
  const failed = Promise.reject<boolean>(new AppError('IO_ERROR'))
  failed.catch(() => undefined)
  await expect(put('day/three', failed)).rejects.toMatchObject({ code: 'IO_ERROR' })
  expect([isThere('day/one'), isThere('day/three')]).toEqual([true, false])
  expect(synced.filter((name) => name.startsWith('given'))).toEqual(['given-2'])
})

it('recreates a folder that was removed', async () => {
  const { put, isThere, root } = await storage(() => undefined)
  await put('day/one')
  await rm(path.join(root, 'day'), { recursive: true })
  await put('day/two')
  expect(isThere('day/two')).toBe(true)
})

it('P4: retries a transient error of the disk twice, and no other error', async () => {
  const transient = ['EAGAIN', 'EBUSY', 'ESTALE', 'ETIMEDOUT', 'EMFILE', 'ENFILE']
  const lasting = ['EIO', 'EACCES', 'EROFS', 'ENOSPC', 'EDQUOT']
  const disk = { code: '', failures: 0, tries: 0 }
  const { put, isThere, stored } = await storage((folder) => {
    if (!folder.startsWith('day')) return
    disk.tries += 1
    if (disk.tries <= disk.failures) throw systemError(disk.code)
  })
  await put('day/first')
  let nth = 0
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...transient, ...lasting),
      fc.integer({ min: 0, max: 4 }),
      async (code, failures) => {
        Object.assign(disk, { code, failures, tries: 0 })
        const key = `day/${++nth}`
        const outcome = await put(key).catch((error: unknown) => error)
        const most = transient.includes(code) ? 3 : 1
        expect(disk.tries).toBe(Math.min(failures + 1, most))
        expect(stored.includes(key)).toBe(failures < most)
        expect(isThere(key)).toBe(true)
        if (failures >= most) expect(outcome).toMatchObject({ cause: { code } })
      },
    ),
    { numRuns: 20 },
  )
})
