import type { QueryKey } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { refetchOnce } from './refetch.ts'

/** The feed brings a job; what else is shown of it has to be asked for again when this differs. */
export function useRefetchOnChange(queryKey: QueryKey, version: string): void {
  const seen = useRef(version)
  const latest = useRef(queryKey)
  useEffect(() => {
    latest.current = queryKey
  })
  useEffect(() => {
    if (seen.current !== version) void refetchOnce(latest.current)
    seen.current = version
  }, [version])
}
