import { useCallback, useMemo, useState } from 'react'
import type { Job } from '../../../domain/job/job.ts'

export interface Selection {
  ids: ReadonlySet<string>
  set: (id: string, isSelected: boolean) => void
  toggle: (id: string) => void
  selectAll: () => void
  clear: () => void
}

/** Rows that leave the list are deselected. */
export function useSelection(jobs: readonly Job[]): Selection {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const set = useCallback((id: string, isSelected: boolean) => {
    setSelected((before) => {
      const after = new Set(before)
      if (isSelected) after.add(id)
      else after.delete(id)
      return after
    })
  }, [])
  const ids = useMemo(
    () =>
      selected.size === 0
        ? selected
        : new Set(jobs.flatMap(({ id }) => (selected.has(id) ? [id] : []))),
    [jobs, selected],
  )
  return {
    ids,
    set,
    toggle: (id) => set(id, !ids.has(id)),
    selectAll: () => setSelected(new Set(jobs.map(({ id }) => id))),
    clear: () => setSelected(new Set()),
  }
}
