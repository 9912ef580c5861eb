import type { KeptWork } from './review-state.ts'

// What was changed and could not be saved yet, in the local storage of this device: it outlives a reload.

const keyOf = (jobId: string) => `docket.review.${jobId}`

export function keptWork(jobId: string): KeptWork | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(jobId)) ?? 'null')
    return isWork(kept) ? kept : null
  } catch {
    return null
  }
}

/** Whether it is kept: a browser may have no room, or keep nothing at all. */
export function keepWork(jobId: string, work: KeptWork | null): boolean {
  try {
    if (work === null) localStorage.removeItem(keyOf(jobId))
    else localStorage.setItem(keyOf(jobId), JSON.stringify(work))
    return true
  } catch {
    return work === null
  }
}

function isWork(kept: unknown): kept is KeptWork {
  const { revision, changes } = (kept ?? {}) as Partial<KeptWork>
  return typeof revision === 'number' && Array.isArray(changes)
}
