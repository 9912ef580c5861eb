import { readFileSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'

const place = '/dev/shm'
const enoughBytes = 8 * 1024 ** 3

/**
 * Returns a folder in memory, if this machine has enough memory: tests create and drop thousands of databases, and on a
 * disk that takes longer than everything else.
 */
export function folderInMemory(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(place)
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .findLast((line) => line.split(' ')[1] === place)
    // Some tests store programs there.
    const mayRun = mount !== undefined && !mount.includes('noexec')
    return mayRun && bavail * bsize > enoughBytes && freemem() > enoughBytes ? place : undefined
  } catch {
    return undefined
  }
}
