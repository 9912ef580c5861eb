import { readdir, readFile } from 'node:fs/promises'
import { median } from '../clock.ts'

export interface ProcessState {
  resident_mb: number
  /** Resident memory of each child, in MB. */
  children_mb: number[]
  open_files: number
}

/** Reads /proc, so it needs Linux. */
export async function readProcess(pid: number): Promise<ProcessState> {
  const children_mb: number[] = []
  for (const entry of await readdir('/proc')) {
    const stat = await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => '')
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    if (parent === pid && !stat.includes('(postgres)')) {
      children_mb.push(await residentMegabytes(entry))
    }
  }
  const files = await readdir(`/proc/${pid}/fd`).catch(() => [])
  const resident_mb = await residentMegabytes(String(pid))
  return { resident_mb, children_mb, open_files: files.length }
}

async function residentMegabytes(pid: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024
}

/**
 * Returns the growth from the second fifth of the samples, which follows the warm-up, to the last fifth. Compares
 * medians.
 */
export function measureGrowth(samples: number[]): number {
  const fifth = Math.max(1, Math.floor(samples.length / 5))
  return median(samples.slice(-fifth)) - median(samples.slice(fifth, 2 * fifth))
}
