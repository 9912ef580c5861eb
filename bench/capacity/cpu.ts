import { readdirSync, readFileSync } from 'node:fs'

const ticksPerSecond = 100

/** Processor seconds used by a process and its descendants, including those that have ended. */
export function cpuSecondsBelow(root: number): number {
  const all = new Map(readdirSync('/proc').filter(isNumber).flatMap(readProcess))
  const isBelow = (pid: number): boolean => {
    if (pid === root) return true
    const parent = all.get(pid)?.parent
    return parent !== undefined && parent !== pid && isBelow(parent)
  }
  let ticks = 0
  for (const [pid, facts] of all) if (isBelow(pid)) ticks += facts.ticks
  return ticks / ticksPerSecond
}

/** Processor seconds used by one process alone. */
export function cpuSeconds(pid: number): number {
  const [facts] = readProcess(String(pid))
  return (facts?.[1].own ?? 0) / ticksPerSecond
}

const isNumber = (name: string) => /^\d+$/.test(name)

/** The fields of `/proc/PID/stat` after the name in brackets, starting with the state. */
function readProcess(pid: string): [number, { parent: number; own: number; ticks: number }][] {
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
