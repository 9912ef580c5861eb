import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, rmdir, stat, unlink } from 'node:fs/promises'
import path from 'node:path'
import { asStorageError } from '../domain/errors/system-error.ts'

const oldestMs = 24 * 60 * 60 * 1000

/** Room for half-finished files, on the same disk as the blobs so that a file can be renamed into place. */
export interface Scratch {
  /** Gives `work` a folder of its own and removes it afterwards, whatever happens. */
  use<Result>(work: (folder: string) => Promise<Result>): Promise<Result>
  /** Gives `work` names for new files, and removes those that it leaves: quicker where a folder has no other use. */
  useFiles<Result>(work: (newFile: () => string) => Promise<Result>): Promise<Result>
  /** Removes what processes that crashed have left behind. */
  sweep(): Promise<void>
}

export function createScratch(root: string): Scratch {
  return {
    async use(work) {
      const folder = await makeFolder(root)
      try {
        return await work(folder)
      } finally {
        // Most are empty by now, which is quick to find out.
        await rmdir(folder).catch(() => rm(folder, { recursive: true, force: true }))
      }
    },
    async useFiles(work) {
      const files: string[] = []
      const newFile = () => {
        const file = path.join(root, `file-${randomUUID()}`)
        files.push(file)
        return file
      }
      try {
        return await work(newFile)
      } finally {
        // Most have been taken over by now.
        await Promise.all(files.map((file) => unlink(file).catch(() => undefined)))
      }
    },
    async sweep() {
      await mkdir(root, { recursive: true })
      for (const name of await readdir(root)) {
        const left = path.join(root, name)
        // One that has gone since was another process's, at work.
        const { mtimeMs } = await stat(left).catch(() => ({ mtimeMs: Date.now() }))
        if (Date.now() - mtimeMs > oldestMs) await rm(left, { recursive: true, force: true })
      }
    },
  }
}

async function makeFolder(root: string): Promise<string> {
  try {
    return await mkdtemp(path.join(root, 'work-'))
  } catch (cause) {
    throw asStorageError(cause)
  }
}
