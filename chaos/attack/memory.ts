import { readFileSync } from 'node:fs'

const pageBytes = 4096
const sampleMs = 200

export interface MemoryWatch {
  /** Returns the peak resident memory since the previous call, in MB. */
  peakMb(): number
  stop(): void
}

/** Samples a process's resident memory. */
export function watchMemory(pid: number): MemoryWatch {
  let peak = readMb(pid)
  const timer = setInterval(() => {
    peak = Math.max(peak, readMb(pid))
  }, sampleMs)
  return {
    peakMb() {
      const highest = peak
      peak = readMb(pid)
      return highest
    },
    stop: () => clearInterval(timer),
  }
}

function readMb(pid: number): number {
  const [, pages = '0'] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')
  return Math.round((Number(pages) * pageBytes) / 2 ** 20)
}
