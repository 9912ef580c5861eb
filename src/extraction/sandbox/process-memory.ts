import { readFileSync } from 'node:fs'

/** How much memory a process holds; 0 if it is gone, or where the system has no /proc to tell. */
export function residentMegabytes(pid: number | undefined): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(statusOf(pid))?.[1] ?? 0) / 1024
}

function statusOf(pid: number | undefined): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'latin1')
  } catch {
    return ''
  }
}
