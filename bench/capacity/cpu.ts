import { readdirSync, readFileSync } from 'node:fs'

const ticksPerSecond = 100

/**
 * Returns the CPU seconds used by a process and its descendants, including processes that have exited. Excludes the
 * descendant `except` and its own descendants.
 */
export function cpuSecondsBelow(root: number, except?: number): number {
  let ticks = 0
  for (const facts of listBelow(root, except).values()) ticks += facts.ticks
  return ticks / ticksPerSecond
}

/** Returns the total peak resident memory of a process and its descendants, excluding `except`. */
export function peakMegabytes(root: number, except?: number): number {
  const peaks = [...listBelow(root, except).keys()].map((pid) => {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'latin1')
      return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024
    } catch {
      return 0
    }
  })
  return Math.round(peaks.reduce((sum, peak) => sum + peak, 0))
}

function listBelow(root: number, except: number | undefined): Map<number, ProcessFacts> {
  const all = new Map(readdirSync('/proc').filter(isNumber).flatMap(readProcess))
  const isBelow = (pid: number): boolean => {
    if (pid === root) return true
    if (pid === except) return false
    const parent = all.get(pid)?.parent
    return parent !== undefined && parent !== pid && isBelow(parent)
  }
  return new Map([...all].filter(([pid]) => isBelow(pid)))
}

/** Returns the CPU seconds used by child processes that have exited. */
export function exitedChildSeconds(): number {
  const [facts] = readProcess(String(process.pid))
  return ((facts?.[1].ticks ?? 0) - (facts?.[1].own ?? 0)) / ticksPerSecond
}

/** Returns the CPU seconds used by one process alone. */
export function cpuSeconds(pid: number): number {
  const [facts] = readProcess(String(pid))
  return (facts?.[1].own ?? 0) / ticksPerSecond
}

interface ProcessFacts {
  parent: number
  own: number
  ticks: number
}

const isNumber = (name: string) => /^\d+$/.test(name)

/** Returns the fields of `/proc/PID/stat` after the name in brackets, starting with the state. */
function readProcess(pid: string): [number, ProcessFacts][] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const ownTicks = (fields[11] ?? 0) + (fields[12] ?? 0)
    const endedChildTicks = (fields[13] ?? 0) + (fields[14] ?? 0)
    return [
      [Number(pid), { parent: fields[1] ?? 0, own: ownTicks, ticks: ownTicks + endedChildTicks }],
    ]
  } catch {
    return []
  }
}
