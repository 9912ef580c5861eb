import type { QueryKey } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { refetch } from './refetch.ts'

/** The feed brings a job; what else is shown of it has to be asked for again when this differs. */
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
