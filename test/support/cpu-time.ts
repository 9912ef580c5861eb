import { readFileSync } from 'node:fs'

/**
 * Processor seconds that the work takes on the main thread, independent of other load. The collector's threads do not
 * count on Linux: how long they take depends on the heap that earlier tests left behind.
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
