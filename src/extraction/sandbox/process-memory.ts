import { readFileSync } from 'node:fs'

/** Returns resident memory in MB, or 0 if the process has ended or the system has no /proc. */
export function readResidentMegabytes(pid: number | undefined): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readStatus(pid))?.[1] ?? 0) / 1024
}

function readStatus(pid: number | undefined): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'latin1')
  } catch {
    return ''
  }
}
