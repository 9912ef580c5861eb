import { useCallback, useMemo, useState } from 'react'
import type { Job } from '../../../domain/job/job.ts'

export interface Selection {
  ids: ReadonlySet<string>
  set: (id: string, isSelected: boolean) => void
  toggle: (id: string) => void
  all: () => void
  none: () => void
}

/** Which rows are chosen. What leaves the list is no longer chosen. */
export function useSelection(jobs: readonly Job[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const set = useCallback((id: string, isSelected: boolean) => {
    setChosen((before) => {
      const after = new Set(before)
      if (isSelected) after.add(id)
      else after.delete(id)
      return after
    })
  }, [])
  const ids = useMemo(
    () =>
      chosen.size === 0 ? chosen : new Set(jobs.flatMap(({ id }) => (chosen.has(id) ? [id] : []))),
    [jobs, chosen],
  )
  return {
    ids,
    set,
    toggle: (id) => set(id, !ids.has(id)),
    all: () => setChosen(new Set(jobs.map(({ id }) => id))),
    none: () => setChosen(new Set()),
  }
}
