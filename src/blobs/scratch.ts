import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, rmdir, stat, unlink, utimes } from 'node:fs/promises'
import path from 'node:path'
import { toStorageError } from '../domain/errors/system-error.ts'

/** Running processes refresh their entries every ten minutes, so older ones were left behind. */
const maxAgeMs = 40 * 60 * 1000
export const scratchRefreshMs = 10 * 60 * 1000

/** Temporary files, on the same disk as the blobs so that a finished file can be renamed into place. */
export interface Scratch {
  /** Gives `work` a new folder and removes it afterwards, even on failure. */
  use<Result>(work: (folder: string) => Promise<Result>): Promise<Result>
  /** Gives `work` paths for new files and removes the files left over; cheaper than creating a folder. */
  useFiles<Result>(work: (newFile: () => string) => Promise<Result>): Promise<Result>
  /** Marks the files and folders in use, so that no process sweeps them. */
  refresh(): Promise<void>
  /** Removes files left behind by crashed processes. */
  sweep(): Promise<void>
}

export function createScratch(root: string): Scratch {
  const active = new Set<string>()
  return {
    async use(work) {
      const folder = await makeFolder(root)
      active.add(folder)
      try {
        return await work(folder)
      } finally {
        active.delete(folder)
        // Usually the folder is empty by now, and rmdir is cheaper than a recursive rm.
        await rmdir(folder).catch(() => rm(folder, { recursive: true, force: true }))
      }
    },
    async useFiles(work) {
      const files: string[] = []
      const newFile = () => {
        const file = path.join(root, `file-${randomUUID()}`)
        files.push(file)
        active.add(file)
        return file
      }
      try {
        return await work(newFile)
      } finally {
        for (const file of files) active.delete(file)
        // Usually the file has been moved into place by now.
        await Promise.all(files.map((file) => unlink(file).catch(() => undefined)))
      }
    },
    async refresh() {
      const now = new Date()
      // A file may not have been written yet, or already be in its place.
      await Promise.all([...active].map((entry) => utimes(entry, now, now).catch(() => undefined)))
    },
    async sweep() {
      await mkdir(root, { recursive: true })
      for (const name of await readdir(root)) {
        const leftover = path.join(root, name)
        // A file that vanishes in the meantime belongs to a running process.
        const { mtimeMs } = await stat(leftover).catch(() => ({ mtimeMs: Date.now() }))
        if (Date.now() - mtimeMs > maxAgeMs) await rm(leftover, { recursive: true, force: true })
      }
    },
  }
}

async function makeFolder(root: string): Promise<string> {
  try {
    return await mkdtemp(path.join(root, 'work-'))
  } catch (cause) {
    throw toStorageError(cause)
  }
}
