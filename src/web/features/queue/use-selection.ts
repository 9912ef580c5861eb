import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Job } from '../../../domain/job/job.ts'

export interface Selection {
  ids: ReadonlySet<string>
  set: (id: string, isSelected: boolean) => void
  toggle: (id: string) => void
  /** True while pages are loading in order to select all jobs. */
  isLoading: boolean
  selectAll: () => void
  clear: () => void
}

interface Pages {
  hasNextPage: boolean
  isFetching: boolean
  fetchNextPage: () => Promise<unknown>
}

/**
 * Manages the selected rows, and deselects those that leave the list. `selectAll` selects everything that matches the
 * filter, so it loads all pages.
 */
export function useSelection(jobs: readonly Job[], pages: Pages): Selection {
  const [selected, setSelected] = useState<ReadonlySet<string> | 'all'>(new Set())
  const { hasNextPage, isFetching, fetchNextPage } = pages
  const isLoading = selected === 'all' && hasNextPage
  useEffect(() => {
    if (isLoading && !isFetching) void fetchNextPage()
  }, [isLoading, isFetching, fetchNextPage])
  const ids = useMemo(
    () => new Set(jobs.flatMap(({ id }) => (selected === 'all' || selected.has(id) ? [id] : []))),
    [jobs, selected],
  )
  const latest = useRef(ids)
  useEffect(() => {
    latest.current = ids
  })
  // The identity of this function is stable, so that a change re-renders only the affected row.
  const set = useCallback((id: string, isSelected: boolean) => {
    setSelected((before) => {
      const after = new Set(before === 'all' ? latest.current : before)
      if (isSelected) after.add(id)
      else after.delete(id)
      return after
    })
  }, [])
  return {
    ids,
    set,
    toggle: (id) => set(id, !ids.has(id)),
    isLoading,
    selectAll: () => setSelected('all'),
    clear: () => setSelected(new Set()),
  }
}
