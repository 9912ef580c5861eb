// A native datalist cannot load options from a server while the user types. The input handles the keyboard.
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/click-events-have-key-events */
import { useDebounced } from '../../../browser/use-debounced.ts'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type KeyboardEvent, useId, useState } from 'react'
import type { DirectoryKind } from './fields.ts'
import { type DirectoryChoice, searchDirectory } from './search-directory.ts'
import { reviewText } from '../../../i18n/review-text.ts'
import { isLineCell } from './line-grid.ts'
import { useReview } from './review-context.ts'
import type { useField } from './use-field.ts'

interface DirectoryInputProps {
  path: string
  kind: DirectoryKind
  field: ReturnType<typeof useField>
  inputProps: ComponentProps<'input'>
}

const debounceMs = 200

/** A combobox that searches the directory and also accepts free text. */
export function DirectoryInput({ path, kind, field, inputProps }: DirectoryInputProps) {
  const listId = useId()
  const { edit, reading } = useReview()
  const { isOpen, active, open, close, move } = useChoiceCursor()
  const search = useDirectorySearch(kind, field.isTyped ? field.text : '', isOpen)
  const { data: choices = [] } = search

  function choose(choice: DirectoryChoice): void {
    close()
    field.reset()
    edit(choice.changesAt(path, reading))
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const highlighted = isOpen ? choices[active] : undefined
    // In line items, the arrow keys move between cells; together with Alt, they open the list.
    const isMoving = isLineCell(path) && !isOpen && !event.altKey
    if (step !== undefined && !isMoving) {
      event.preventDefault()
      move(step, choices.length)
    } else if (event.key === 'Enter' && highlighted) {
      event.preventDefault()
      choose(highlighted)
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      close()
    } else {
      field.onKeyDown(event)
    }
  }

  return (
    <div className="relative">
      <input
        {...inputProps}
        type="text"
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && choices[active] ? `${listId}-${active}` : undefined}
        autoComplete="off"
        onKeyDown={onKeyDown}
        onBlur={() => {
          close()
          field.onBlur()
        }}
        onChange={({ currentTarget }) => {
          field.change(currentTarget.value)
          open()
        }}
      />
      <div
        hidden={!isOpen}
        className="absolute inset-x-0 top-full z-20 mt-1 min-w-56 rounded-lg border border-edge bg-surface py-1 text-sm shadow-lg"
      >
        <ChoiceList id={listId} choices={choices} active={active} onChoose={choose} />
        {choices.length === 0 && <EmptyMessage {...search} />}
      </div>
    </div>
  )
}

function useChoiceCursor() {
  const [isOpen, setIsOpen] = useState(false)
  const [active, setActive] = useState(-1)
  function set(isNowOpen: boolean): void {
    setIsOpen(isNowOpen)
    setActive(-1)
  }
  return {
    isOpen,
    active,
    open: () => set(true),
    close: () => set(false),
    /** Moves the selection in the list. The first arrow key only opens the list. */
    move(step: number, count: number) {
      if (isOpen) setActive((active + step + count) % Math.max(1, count))
      setIsOpen(true)
    },
  }
}

function useDirectorySearch(kind: DirectoryKind, text: string, isOpen: boolean) {
  const q = useDebounced(text, debounceMs)
  return useQuery({
    queryKey: ['directory', kind, q],
    queryFn: ({ signal }) => searchDirectory(kind, q, signal),
    enabled: isOpen,
    staleTime: 30_000,
    refetchInterval: false,
    retry: false,
  })
}

function EmptyMessage({ isFetching, error }: { isFetching: boolean; error: unknown }) {
  const { directory: pick } = reviewText()
  return (
    <p className="px-3 py-1.5 text-ink-soft">
      {isFetching ? pick.searching : pick[error ? 'failed' : 'none']}
    </p>
  )
}

interface ChoiceListProps {
  id: string
  choices: readonly DirectoryChoice[]
  active: number
  onChoose: (choice: DirectoryChoice) => void
}

function ChoiceList({ id, choices, active, onChoose }: ChoiceListProps) {
  return (
    <ul
      id={id}
      role="listbox"
      aria-label={reviewText().directory.found(choices.length)}
      className="max-h-56 overflow-auto"
    >
      {choices.map((choice, index) => (
        <li
          key={choice.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          className="cursor-pointer px-3 py-1.5 hover:bg-accent-wash aria-selected:bg-accent-wash"
          // Otherwise, the input would lose the focus and close the list.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(choice)}
        >
          <p className="wrap-anywhere">{choice.name}</p>
          <p className="text-xs text-ink-soft wrap-anywhere">{choice.detail}</p>
        </li>
      ))}
    </ul>
  )
}
