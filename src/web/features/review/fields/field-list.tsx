import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useRef } from 'react'
import { useOffsetTop } from '../../../ui/use-offset-top.ts'
import { useReview } from './review-context.ts'

interface FieldListProps {
  /** Path of the list in the reading, such as `lines`. */
  path: string
  count: number
  estimatedHeight: number
  render: (index: number) => ReactNode
}

/** Lists entries. Renders only those that are visible, and scrolls to the entry that gets the focus. */
export function FieldList({ path, count, estimatedHeight, render }: FieldListProps) {
  const list = useRef<HTMLOListElement>(null)
  const { focusTarget = '' } = useReview()
  // oxlint-disable-next-line react/incompatible-library -- nothing here is compiled by React's compiler
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => estimatedHeight,
    overscan: 4,
    scrollMargin: useOffsetTop(list),
  })
  const isInList = focusTarget.startsWith(`${path}.`)
  const targetIndex = isInList ? Number.parseInt(focusTarget.slice(path.length + 1), 10) : -1
  useEffect(() => {
    if (targetIndex >= 0) virtualizer.scrollToIndex(targetIndex, { align: 'center' })
  }, [targetIndex, virtualizer])
  return (
    <ol
      ref={list}
      className="relative rounded-xl border border-line bg-surface"
      style={{ height: virtualizer.getTotalSize() + 2 }}
    >
      {virtualizer.getVirtualItems().map(({ key, index, start }) => (
        <li
          key={key}
          ref={virtualizer.measureElement}
          data-index={index}
          aria-setsize={count}
          aria-posinset={index + 1}
          className="absolute inset-x-0 top-0 border-line not-first:border-t focus-within:z-10"
          style={{ transform: `translateY(${start - virtualizer.options.scrollMargin}px)` }}
        >
          {render(index)}
        </li>
      ))}
    </ol>
  )
}
