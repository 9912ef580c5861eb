import type { UnsavedChanges } from './review-state.ts'

// Unsaved changes in local storage, which survive a reload.

const storageKey = (jobId: string) => `docket.review.${jobId}`

export function loadUnsavedChanges(jobId: string): UnsavedChanges | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey(jobId)) ?? 'null')
    return isUnsavedChanges(kept) ? kept : null
  } catch {
    return null
  }
}

/** False when storage is full or unavailable. */
export function storeUnsavedChanges(jobId: string, work: UnsavedChanges | null): boolean {
  try {
    if (work === null) localStorage.removeItem(storageKey(jobId))
    else localStorage.setItem(storageKey(jobId), JSON.stringify(work))
    return true
  } catch {
    return work === null
  }
}

function isUnsavedChanges(kept: unknown): kept is UnsavedChanges {
  const { revision, changes } = (kept ?? {}) as Partial<UnsavedChanges>
  return typeof revision === 'number' && Array.isArray(changes)
}
