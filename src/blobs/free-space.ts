import { statfs } from 'node:fs/promises'
import path from 'node:path'
import { getSystemErrorCode } from '../domain/errors/system-error.ts'

const cacheMs = 2000

/**
 * Returns the free bytes on the fullest of the disks that hold these folders, measured at most every two seconds.
 */
export function createFreeSpace(folders: readonly string[]): () => Promise<number> {
  let known: { at: number; bytes: Promise<number> } | undefined
  return () => {
    if (known === undefined || performance.now() - known.at > cacheMs) {
      const bytes = Promise.all(folders.map(measure)).then((all) => Math.min(...all))
      known = { at: performance.now(), bytes }
    }
    return known.bytes
  }
}

/** Measures the disk that contains a folder, or that will contain it once a first file is stored. */
async function measure(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch (error) {
    const parent = path.dirname(folder)
    if (getSystemErrorCode(error) !== 'ENOENT' || parent === folder) throw error
    return measure(parent)
  }
}
