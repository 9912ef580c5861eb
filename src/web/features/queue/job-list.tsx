import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import type { Job } from '../../../domain/job/job.ts'
import { jobText } from '../../i18n/job-text.ts'
import { useOffsetTop } from '../../ui/use-offset-top.ts'
import { useHomeEndKeys } from './use-home-end-keys.ts'
import { columnsClass, JobRow } from './job-row.tsx'

const listClass = 'divide-y divide-line rounded-xl border border-line bg-surface'
/** Estimated row height in pixels. Failed jobs, and rows on narrow screens, are taller. */
const estimatedRowHeight = 49

interface JobListProps {
  jobs: readonly Job[]
  selected: ReadonlySet<string>
  /** Index of the row selected by keyboard. */
  currentIndex: number | undefined
  onSelect: (id: string, isSelected: boolean) => void
  /** Called when the last loaded row scrolls into view. */
  onReachEnd: () => void
}

/** Lists jobs. Renders only visible rows, so that long lists scroll smoothly. */
export function JobList({ jobs, selected, currentIndex, onSelect, onReachEnd }: JobListProps) {
  const list = useRef<HTMLUListElement>(null)
  useHomeEndKeys()
  // oxlint-disable-next-line react/incompatible-library -- nothing here is compiled by React's compiler
  const virtualizer = useWindowVirtualizer({
    count: jobs.length,
    estimateSize: () => estimatedRowHeight,
    overscan: 5,
    // Includes the first rows in the first render.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    scrollMargin: useOffsetTop(list),
    getItemKey: (index) => jobs[index]?.id ?? index,
  })
  const rows = virtualizer.getVirtualItems()
  const isAtEnd = (rows.at(-1)?.index ?? 0) >= jobs.length - 1
  useEffect(() => {
    if (isAtEnd) onReachEnd()
  }, [isAtEnd, onReachEnd])
  useEffect(() => {
    if (currentIndex !== undefined) virtualizer.scrollToIndex(currentIndex, { align: 'auto' })
  }, [currentIndex, virtualizer])
  return (
    <ul
      ref={list}
      aria-label={jobText().queue.list}
      className="relative rounded-xl border border-line bg-surface"
      style={{ height: virtualizer.getTotalSize() + 2 }}
    >
      {rows.map(({ key, index, start }) => {
        const job = jobs[index]
        return (
          job && (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              aria-setsize={jobs.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0 border-line not-first:border-t"
              style={{ transform: `translateY(${start - virtualizer.options.scrollMargin}px)` }}
            >
              <JobRow
                job={job}
                isSelected={selected.has(job.id)}
                isCurrent={index === currentIndex}
                onSelect={onSelect}
              />
            </li>
          )
        )
      })}
    </ul>
  )
}

const skeletonRows = [1, 2, 3, 4, 5, 6]

/** Placeholders as tall as real rows. */
export function JobListSkeleton() {
  return (
    <output aria-label={jobText().queue.loading} className="block">
      <div className={listClass}>
        {skeletonRows.map((row) => (
          <div
            key={row}
            className={`grid min-h-12 animate-pulse items-center px-3 ${columnsClass}`}
          >
            <span />
            <div className="h-3 w-3/5 rounded bg-line" />
            <div className="h-3 w-20 rounded bg-line" />
          </div>
        ))}
      </div>
    </output>
  )
}
