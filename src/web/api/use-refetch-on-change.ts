import type { QueryKey } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { refetch } from './refetch.ts'

/** Refetches a query when `version` changes. The live feed updates only jobs, not other queries about them. */
export function useRefetchOnChange(queryKey: QueryKey, version: string): void {
  const lastVersion = useRef(version)
  const latest = useRef(queryKey)
  useEffect(() => {
    latest.current = queryKey
  })
  useEffect(() => {
    if (lastVersion.current !== version) void refetch(latest.current)
    lastVersion.current = version
  }, [version])
}
