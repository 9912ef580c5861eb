import { useEffect, useRef } from 'react'
import type { Job } from '../../domain/job.ts'

/** The feed brings the job; what else is shown of it has to be asked for again. */
export function useWhenChanged({ updated_at }: Job, onChange: () => void): void {
  const seen = useRef(updated_at)
  useEffect(() => {
    if (seen.current !== updated_at) onChange()
    seen.current = updated_at
  }, [updated_at, onChange])
}
