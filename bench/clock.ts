/**
 * Number of rounds when comparing with other programs. Rounds alternate between the programs; the median is reported.
 */
export const comparedRounds = 3

export async function measureMs(work: () => unknown): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** Returns the CPU time of all threads in this process, in milliseconds; does not depend on other load. */
export async function measureCpuMs(work: () => unknown): Promise<number> {
  const start = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

/** Returns the median, rounded to three significant digits; more would be noise. */
export function median(numbers: number[]): number {
  const middle = numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0
  return Number(middle.toPrecision(3))
}
