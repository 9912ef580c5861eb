import type { ReactNode } from 'react'

interface ScrollAreaProps {
  label: string
  className: string
  children: ReactNode
}

/** An area that scrolls. It can be focused, so that the keyboard can scroll it. */
export function ScrollArea({ label, className, children }: ScrollAreaProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section aria-label={label} tabIndex={0} className={`overflow-auto ${className}`}>
      {children}
    </section>
  )
}
