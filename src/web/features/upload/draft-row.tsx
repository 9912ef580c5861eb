import { CircleAlert, GripVertical, Link2, Pencil, X } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { uploadQueue } from '../../uploads/app-uploads.ts'
import { formatBytes } from '../../i18n/format.ts'
import type { ItemCheck, UploadItem } from '../../uploads/upload-queue.ts'
import { uiText } from '../../i18n/ui-text.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { ErrorText } from '../../ui/error-text.tsx'
import { FileName } from '../../ui/file-name.tsx'

interface DraftRowProps {
  item: UploadItem
  onRemove: () => void
  onStep: (step: 1 | -1) => void
  /** Called with the vertical position of the pointer in the viewport. */
  onDrag: (y: number) => void
}

export function DraftRow({ item, onRemove, onStep, onDrag }: DraftRowProps) {
  const [isRenaming, setIsRenaming] = useState(false)
  const { name, source, check } = item
  return (
    <li className="flex min-h-14 items-center gap-1 py-1.5 pr-2 pl-1">
      <DragHandle name={name} onStep={onStep} onDrag={onDrag} />
      <div className="min-w-0 flex-1">
        {isRenaming ? (
          <NameField item={item} onDone={() => setIsRenaming(false)} />
        ) : (
          <div className="flex items-baseline gap-2">
            <FileName>{name}</FileName>
            {typeof source !== 'string' && (
              <span className="shrink-0 text-sm text-ink-soft">{formatBytes(source.size)}</span>
            )}
          </div>
        )}
        {typeof source === 'string' && check.kind === 'ready' && (
          <p className="flex items-center gap-1.5 text-sm text-ink-soft">
            <Link2 aria-hidden="true" className="size-3.5" />
            {uiText.draft.fromWeb}
          </p>
        )}
        <CheckMessage check={check} />
      </div>
      {typeof source !== 'string' && !isRenaming && (
        <IconButton
          icon={Pencil}
          label={uiText.draft.rename(name)}
          onClick={() => setIsRenaming(true)}
        />
      )}
      <IconButton icon={X} label={uiText.draft.remove(name)} onClick={onRemove} />
    </li>
  )
}

/** Reorders documents by mouse, touch or arrow keys. */
function DragHandle({
  name,
  onStep,
  onDrag,
}: Omit<DraftRowProps, 'item' | 'onRemove'> & { name: string }) {
  const latest = useRef(onDrag)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    latest.current = onDrag
  })
  // Listens on the window, because the row moves during the drag.
  function startDrag(event: PointerEvent): void {
    if (event.button !== 0) return
    const controller = new AbortController()
    const { signal } = controller
    const { pointerId } = event
    const isSamePointer = (other: globalThis.PointerEvent) => other.pointerId === pointerId
    const move = (other: globalThis.PointerEvent) =>
      isSamePointer(other) && latest.current(other.clientY)
    const end = (other: globalThis.PointerEvent) => isSamePointer(other) && controller.abort()
    window.addEventListener('pointermove', move, { signal })
    window.addEventListener('pointerup', end, { signal })
    window.addEventListener('pointercancel', end, { signal })
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    onStep(event.key === 'ArrowUp' ? -1 : 1)
    // A DOM node loses the focus when it is moved.
    requestAnimationFrame(() => button.current?.focus())
  }
  return (
    <IconButton
      ref={button}
      icon={GripVertical}
      label={uiText.draft.drag(name)}
      title={uiText.draft.dragHint}
      className="shrink-0 cursor-grab touch-none active:cursor-grabbing"
      onPointerDown={startDrag}
      onKeyDown={onKeyDown}
    />
  )
}

function NameField({ item, onDone }: { item: UploadItem; onDone: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const extensionIndex = /\.pdf$/i.exec(item.name)?.index ?? item.name.length
    field.current?.focus()
    field.current?.setSelectionRange(0, extensionIndex)
  }, [item.name])
  function rename(name: string): void {
    uploadQueue.rename(item.id, name)
    onDone()
  }
  return (
    <input
      ref={field}
      defaultValue={item.name}
      aria-label={uiText.draft.newName(item.name)}
      className="field min-h-9 w-full"
      onBlur={({ currentTarget }) => rename(currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          event.preventDefault()
          rename(event.currentTarget.value)
        }
        if (event.key === 'Escape') onDone()
      }}
    />
  )
}

function CheckMessage({ check }: { check: ItemCheck }) {
  if (check.kind === 'ready') return null
  if (check.kind === 'checking') {
    return <p className="text-sm text-ink-soft">{uiText.draft.checking}</p>
  }
  return (
    <p className="flex gap-1.5 text-sm text-fail">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>
        {check.kind === 'refused' ? <ErrorText error={check.error} /> : uiText.draft[check.kind]}
      </span>
    </p>
  )
}
