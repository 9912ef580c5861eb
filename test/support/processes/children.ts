import { readdirSync, readFileSync } from 'node:fs'
import { vi } from 'vitest'

/** Returns the pids of a process's children that read documents. */
export function listChildren(parent = process.pid): number[] {
  const isChild = (pid: string) => {
    try {
      const isOurs =
        readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === `${parent}`
      return isOurs && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('sandbox/child')
    } catch {
      return false
    }
  }
  return readdirSync('/proc').filter(isChild).map(Number)
}

export async function findOnlyChild(parent?: number): Promise<number> {
  return vi.waitFor(() => {
    const [pid, ...others] = listChildren(parent)
    if (pid === undefined || others.length > 0) throw new Error('There is not exactly one child.')
    return pid
  })
}
