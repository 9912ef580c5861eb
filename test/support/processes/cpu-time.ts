import { readFileSync } from 'node:fs'

/**
 * Returns the CPU seconds that the work takes on the main thread, independent of other load. Garbage collector threads
 * do not count on Linux, because their time depends on the heap that earlier tests left behind.
 */
export async function cpuSeconds(work: () => unknown): Promise<number> {
  const before = readSeconds()
  await work()
  return readSeconds() - before
}

function readSeconds(): number {
  if (process.platform !== 'linux') {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  }
  const [nanoseconds = ''] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(
    ' ',
  )
  return Number(nanoseconds) / 1e9
}
