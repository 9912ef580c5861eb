import type { QueryKey } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { refetch } from './refetch.ts'

/**
 * Refetches a query when `version` changes. The live feed updates jobs, but not other queries about them. The first
 * known version does not count as a change.
 */
export function useRefetchOnChange(queryKey: QueryKey, version: string | number | undefined): void {
  const lastVersion = useRef(version)
  const latest = useRef(queryKey)
  useEffect(() => {
    latest.current = queryKey
  })
  useEffect(() => {
    const { current: before } = lastVersion
    if (before !== undefined && before !== version) void refetch(latest.current)
    lastVersion.current = version
  }, [version])
}
