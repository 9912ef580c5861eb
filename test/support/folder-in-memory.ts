import { readFileSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'

const place = '/dev/shm'
const enoughBytes = 8 * 1024 ** 3

/**
 * Where files lie in memory, if this machine has plenty: tests make and drop databases by the thousand, which costs
 * a disk's file system more time than all the rest that they do.
 */
export function folderInMemory(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(place)
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .findLast((line) => line.split(' ')[1] === place)
    // Some tests put programs there.
    const mayRun = mount !== undefined && !mount.includes('noexec')
    return mayRun && bavail * bsize > enoughBytes && freemem() > enoughBytes ? place : undefined
  } catch {
    return undefined
  }
}
