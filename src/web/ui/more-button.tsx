import type { ReactNode } from 'react'
import { buttonClass } from './button-class.ts'

interface MoreButtonProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
  /** Called before the next page is requested. */
  onLoad?: () => void
  className?: string
  children: ReactNode
}

/** Loads the next page of a list, if there is one. */
export function MoreButton({ query, onLoad, className = '', children }: MoreButtonProps) {
  if (!query.hasNextPage) return null
  return (
    <button
      type="button"
      className={`${buttonClass.secondary} ${className}`}
      disabled={query.isFetchingNextPage}
      onClick={() => {
        onLoad?.()
        void query.fetchNextPage()
      }}
    >
      {children}
    </button>
  )
}
