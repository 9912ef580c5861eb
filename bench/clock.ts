export async function millisecondsOf(work: () => unknown): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** Of the processor, for all threads of this process: other work on the machine does not count. */
export async function cpuMillisecondsOf(work: () => unknown): Promise<number> {
  const start = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

/** To three figures: more would only be noise. */
export function median(numbers: number[]): number {
  const middle = numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0
  return Number(middle.toPrecision(3))
}
