import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat, unlink, utimes } from 'node:fs/promises'
import path from 'node:path'
import { toStorageError } from '../domain/errors/system-error.ts'

/** Age in ms above which an entry counts as left behind: running processes refresh their entries every ten minutes. */
const maxAgeMs = 40 * 60 * 1000
export const scratchRefreshMs = 10 * 60 * 1000
const maxFreeFolders = 32
/** Idle time after which free folders are removed, in ms. */
const maxIdleMs = 500

/** Temporary files. They are on the same disk as the blobs, so that a finished file can be renamed into place. */
export interface Scratch {
  /** Passes an empty folder to `work` and afterwards removes everything left in it, even on failure. */
  use<Result>(work: (folder: string) => Promise<Result>): Promise<Result>
  /**
   * Passes paths for new files to `work` and afterwards removes the files that remain, which is cheaper than creating a
   * folder. `work` calls `forget` for each file that it has moved elsewhere, so that no removal is attempted.
   */
  useFiles<Result>(
    work: (newFile: () => string, forget: (file: string) => void) => Promise<Result>,
  ): Promise<Result>
  /** Marks the files and folders in use, so that no process removes them. */
  refresh(): Promise<void>
  /** Removes files left behind by crashed processes. */
  sweep(): Promise<void>
}

export function createScratch(root: string): Scratch {
  const active = new Set<string>()
  const folders = createFolderPool()

  return {
    async use(work) {
      const folder = folders.take() ?? (await makeFolder(root))
      active.add(folder)
      try {
        return await work(folder)
      } finally {
        active.delete(folder)
        await folders.giveBack(folder)
      }
    },
    async useFiles(work) {
      const files = new Set<string>()
      const newFile = () => {
        const file = path.join(root, `file-${randomUUID()}`)
        files.add(file)
        active.add(file)
        return file
      }
      const forget = (file: string) => {
        files.delete(file)
        active.delete(file)
      }
      try {
        return await work(newFile, forget)
      } finally {
        for (const file of files) active.delete(file)
        // The file may never have been created.
        await Promise.all([...files].map((file) => unlink(file).catch(() => undefined)))
      }
    },
    async refresh() {
      const now = new Date()
      // The file may not exist yet, or may already have been moved into place.
      const entries = [...active, ...folders.free]
      await Promise.all(entries.map((entry) => utimes(entry, now, now).catch(() => undefined)))
    },
    async sweep() {
      await mkdir(root, { recursive: true })
      for (const name of await readdir(root)) {
        const leftover = path.join(root, name)
        // If the system clock jumps ahead, even entries in use look old.
        if (active.has(leftover) || folders.free.has(leftover)) continue
        // A file that disappears during the sweep belongs to a running process.
        const { mtimeMs } = await stat(leftover).catch(() => ({ mtimeMs: Date.now() }))
        if (Date.now() - mtimeMs > maxAgeMs) await rm(leftover, { recursive: true, force: true })
      }
    },
  }
}

/** Keeps empty folders for reuse, because checking that a folder is empty is cheaper than removing and creating one. */
function createFolderPool() {
  const free = new Set<string>()
  let removal: NodeJS.Timeout | undefined

  function removeFreeFolders(): void {
    removal = undefined
    for (const folder of free) void removeFolder(folder).catch(() => undefined)
    free.clear()
  }

  return {
    free,
    take(): string | undefined {
      for (const folder of free) {
        free.delete(folder)
        if (existsSync(folder)) return folder
      }
      return undefined
    },
    async giveBack(folder: string): Promise<void> {
      const names = await readdir(folder).catch(() => undefined)
      if (names?.length !== 0 || free.size >= maxFreeFolders) return removeFolder(folder)
      free.add(folder)
      removal ??= setTimeout(removeFreeFolders, maxIdleMs).unref()
      removal.refresh()
    },
  }
}

function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true })
}

async function makeFolder(root: string): Promise<string> {
  try {
    return await mkdtemp(path.join(root, 'work-'))
  } catch (cause) {
    throw toStorageError(cause)
  }
}
