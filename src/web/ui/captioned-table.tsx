import type { ReactNode } from 'react'
import { ScrollArea } from './scroll-area.tsx'

interface CaptionedTableProps {
  /** Caption for screen readers only. */
  caption: string
  className?: string
  children: ReactNode
}

/** A table in a frame that scrolls sideways if it is too wide. */
export function CaptionedTable({ caption, className = '', children }: CaptionedTableProps) {
  return (
    <ScrollArea label={caption} className={`rounded-xl border border-line bg-surface ${className}`}>
      <table className="w-full">
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </ScrollArea>
  )
}
