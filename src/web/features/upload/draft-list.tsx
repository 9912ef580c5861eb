import { useRef } from 'react'
import { uploadQueue } from '../../uploads/app-uploads.ts'
import { announce } from '../../ui/announcements.ts'
import type { UploadItem } from '../../uploads/upload-queue.ts'
import { uiText } from '../../i18n/ui-text.ts'
import { DraftRow } from './draft-row.tsx'

interface DraftListProps {
  items: readonly UploadItem[]
  onRemove: (id: string) => void
}

/** Lists the documents in the order of the upload. */
export function DraftList({ items, onRemove }: DraftListProps) {
  const list = useRef<HTMLUListElement>(null)
  function move(item: UploadItem, index: number): void {
    const oldIndex = uploadQueue.get().items.findIndex(({ id }) => id === item.id)
    uploadQueue.move(item.id, index)
    const newIndex = uploadQueue.get().items.findIndex(({ id }) => id === item.id)
    if (newIndex !== oldIndex) announce(uiText.draft.moved(item.name, newIndex + 1, items.length))
  }
  return (
    <ul
      ref={list}
      aria-label={uiText.draft.list}
      className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface"
    >
      {items.map((item, place) => (
        <DraftRow
          key={item.id}
          item={item}
          onRemove={() => onRemove(item.id)}
          onStep={(step) => move(item, place + step)}
          onDrag={(y) => move(item, rowIndexAt(list.current, y))}
        />
      ))}
    </ul>
  )
}

/** Returns the index of the row at this viewport height. */
function rowIndexAt(list: HTMLUListElement | null, y: number): number {
  const rows = [...(list?.children ?? [])].map((row) => row.getBoundingClientRect())
  const index = rows.findIndex(({ bottom }) => y < bottom)
  return index === -1 ? rows.length - 1 : index
}
