import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'

export const chipClass =
  'flex min-h-9 shrink-0 items-center gap-1.5 rounded-full border border-line bg-surface px-2.5 text-sm font-medium hover:border-accent aria-[current=page]:border-accent aria-[current=page]:bg-accent aria-[current=page]:text-on-accent sm:px-3.5'

const marginPx = 12

interface ChipRowProps {
  label: string
  /** Index of the current chip. */
  currentIndex: number
  children: ReactNode
}

/** A scrollable row of chips that keeps the current chip fully visible. */
export function ChipRow({ label, currentIndex, children }: ChipRowProps) {
  const row = useRef<HTMLElement>(null)
  const router = useRouter()
  useEffect(() => {
    const show = () => scrollToChip(row.current, currentIndex)
    show()
    // Runs again when the router has restored the scroll position.
    return router.subscribe('onRendered', show)
  }, [router, currentIndex])
  return (
    <nav
      ref={row}
      aria-label={label}
      className="-mx-3 flex gap-1.5 overflow-x-auto px-3 py-1 motion-safe:scroll-smooth sm:mx-0 sm:flex-wrap sm:gap-2 sm:px-0"
    >
      {children}
    </nav>
  )
}

/** Scrolls only the row; scrollIntoView would also scroll the page. */
function scrollToChip(row: HTMLElement | null, index: number): void {
  const chip = row?.children[index]
  if (!row || !chip) return
  const [outer, inner] = [row.getBoundingClientRect(), chip.getBoundingClientRect()]
  const overflow = Math.max(0, inner.right + marginPx - outer.right)
  const delta = overflow || Math.min(0, inner.left - marginPx - outer.left)
  if (delta !== 0) row.scrollTo({ left: row.scrollLeft + delta })
}
