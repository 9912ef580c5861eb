import type { UnsavedChanges } from './review-state.ts'

// Keeps unsaved changes in local storage, so that they survive a reload.

const storageKey = (jobId: string) => `docket.review.${jobId}`

export function loadUnsavedChanges(jobId: string): UnsavedChanges | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey(jobId)) ?? 'null')
    return isUnsavedChanges(stored) ? stored : null
  } catch {
    return null
  }
}

/** Stores changes; returns false if the storage is full or unavailable. */
export function storeUnsavedChanges(jobId: string, unsaved: UnsavedChanges | null): boolean {
  try {
    if (unsaved === null) localStorage.removeItem(storageKey(jobId))
    else localStorage.setItem(storageKey(jobId), JSON.stringify(unsaved))
    return true
  } catch {
    return unsaved === null
  }
}

function isUnsavedChanges(stored: unknown): stored is UnsavedChanges {
  const { revision, changes } = (stored ?? {}) as Partial<UnsavedChanges>
  return typeof revision === 'number' && Array.isArray(changes)
}
