// What browsers have for lists cannot be filled by a server while one types; the keyboard chooses from within the field.
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/click-events-have-key-events */
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type KeyboardEvent, useEffect, useId, useState } from 'react'
import type { Directory } from './fields.ts'
import { type Choice, searchDirectory } from './search-directory.ts'
import { reviewWords } from '../../../i18n/review-words.ts'
import { useReviewing } from './review-context.ts'
import type { useField } from './use-field.ts'

interface PickInputProps {
  path: string
  kind: Directory
  field: ReturnType<typeof useField>
  inputProps: ComponentProps<'input'>
}

const restMs = 200

/** A field with what the directory knows of it: typing searches, arrows choose, anything else may be typed too. */
export function PickInput({ path, kind, field, inputProps }: PickInputProps) {
  const listId = useId()
  const { edit, reading } = useReviewing()
  const [isOpen, setIsOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const q = useRested(field.isTyped ? field.text : '')
  const {
    data: choices = [],
    isFetching,
    error,
  } = useQuery({
    queryKey: ['directory', kind, q],
    queryFn: ({ signal }) => searchDirectory(kind, q, signal),
    enabled: isOpen,
    staleTime: 30_000,
    refetchInterval: false,
    retry: false,
  })

  function close(): void {
    setIsOpen(false)
    setActive(-1)
  }

  function choose(choice: Choice): void {
    close()
    field.reset()
    edit(choice.changesAt(path, reading))
  }

  function onKeyDown(event: KeyboardEvent): void {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const chosen = isOpen ? choices[active] : undefined
    if (by !== undefined) {
      event.preventDefault()
      if (isOpen) setActive((active + by + choices.length) % Math.max(1, choices.length))
      setIsOpen(true)
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault()
      choose(chosen)
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
          setIsOpen(true)
          setActive(-1)
        }}
      />
      <div
        hidden={!isOpen}
        className="absolute inset-x-0 top-full z-20 mt-1 min-w-56 rounded-lg border border-edge bg-surface py-1 text-sm shadow-lg"
      >
        <Choices id={listId} choices={choices} active={active} onChoose={choose} />
        {choices.length === 0 && (
          <p className="px-3 py-1.5 text-ink-soft">
            {isFetching
              ? reviewWords().pick.searching
              : reviewWords().pick[error ? 'failed' : 'none']}
          </p>
        )}
      </div>
    </div>
  )
}

interface ChoicesProps {
  id: string
  choices: readonly Choice[]
  active: number
  onChoose: (choice: Choice) => void
}

function Choices({ id, choices, active, onChoose }: ChoicesProps) {
  return (
    <ul
      id={id}
      role="listbox"
      aria-label={reviewWords().pick.found(choices.length)}
      className="max-h-56 overflow-auto"
    >
      {choices.map((choice, at) => (
        <li
          key={choice.id}
          id={`${id}-${at}`}
          role="option"
          aria-selected={at === active}
          className="cursor-pointer px-3 py-1.5 hover:bg-accent-wash aria-selected:bg-accent-wash"
          // Else the field would lose the focus, and with it its list.
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

/** A value once it has not changed for a moment. */
function useRested(value: string): string {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restMs)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}
