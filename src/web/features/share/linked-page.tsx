import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { usePageTitle } from '../../browser/use-page-title.ts'
import { LinkFooter, LinkNotFound } from './shared-files.tsx'

interface LinkedPageProps<Shared> {
  queryKey: readonly string[]
  load: (signal: AbortSignal) => Promise<Shared>
  title: (shared: Shared | undefined) => string
  children: (shared: Shared) => ReactNode
}

/** Shows what a link leads to, and until when, or that the link no longer works. */
export function LinkedPage<Shared extends { expires_at: string }>(props: LinkedPageProps<Shared>) {
  const { queryKey, load, title, children } = props
  const { data, error } = useQuery({ queryKey, queryFn: ({ signal }) => load(signal) })
  usePageTitle(title(data))
  if (!data) return error ? <LinkNotFound /> : null
  return (
    <>
      {children(data)}
      <LinkFooter expiresAt={data.expires_at} />
    </>
  )
}
