import { statfs } from 'node:fs/promises'

const cacheMs = 2000

/** Returns the free bytes on a folder's disk, measured at most every two seconds. */
export function createFreeSpace(folder: string): () => Promise<number> {
  let known: { at: number; bytes: Promise<number> } | undefined
  return () => {
    if (known === undefined || performance.now() - known.at > cacheMs) {
      const bytes = statfs(folder).then(({ bavail, bsize }) => bavail * bsize)
      known = { at: performance.now(), bytes }
    }
    return known.bytes
  }
}
