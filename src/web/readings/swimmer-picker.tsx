import { useQuery } from '@tanstack/react-query'
import { Check, Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { putGivenNameFirst } from '../../domain/heat-sheet/display-name.ts'
import { type ProgramSwimmer, searchSwimmers } from '../../domain/heat-sheet/program-swimmers.ts'
import { meetText } from '../i18n/meet-text.ts'
import { ErrorMessage } from '../ui/error-message.tsx'
import { type MeetSource, swimmersQuery } from './meet-source.ts'

const maxShown = 20

interface SwimmerPickerProps {
  source: MeetSource
  /** The names entered for swimmers who are already on the page. */
  chosen: readonly string[]
  onAdd: (request: string) => void
}

/** Searches the program for swimmers by surname, part of a name or club. */
export function SwimmerPicker({ source, chosen, onAdd }: SwimmerPickerProps) {
  const [text, setText] = useState('')
  const { data, error, isPending } = useQuery(swimmersQuery(source))
  const fieldId = useId()
  const found = searchSwimmers(text, data ?? [])
  return (
    <div className="max-w-xl pb-4 print:hidden">
      <label htmlFor={fieldId} className="block pb-1 font-medium">
        {meetText().find}
      </label>
      <input
        id={fieldId}
        type="search"
        className="field w-full"
        autoComplete="off"
        placeholder={meetText().findHint}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <ErrorMessage error={error} className="pt-2 text-sm" />
      <output className="block pt-1 text-sm text-ink-soft">
        {isPending ? meetText().loading : formatCount(text, found.length, data?.length ?? 0)}
      </output>
      <ul className="divide-y divide-line rounded-xl border border-line bg-surface empty:hidden">
        {found.slice(0, maxShown).map((swimmer) => (
          <li key={swimmer.request}>
            <PickButton
              swimmer={swimmer}
              isChosen={chosen.includes(swimmer.request)}
              onClick={() => {
                setText('')
                onAdd(swimmer.request)
              }}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

function formatCount(text: string, found: number, total: number): string {
  if (total === 0) return meetText().noProgram
  if (text.trim() === '') return meetText().swimmersInProgram(total)
  if (found === 0) return meetText().nobodyFound(text.trim())
  return found > maxShown ? meetText().tooMany(found, maxShown) : meetText().foundCount(found)
}

interface PickButtonProps {
  swimmer: ProgramSwimmer
  isChosen?: boolean
  onClick: () => void
}

export function PickButton({ swimmer, isChosen = false, onClick }: PickButtonProps) {
  const { swimmer_name, team, age, events } = swimmer
  const Icon = isChosen ? Check : Plus
  return (
    <button
      type="button"
      className="flex min-h-12 w-full cursor-pointer items-center gap-3 px-3 py-1.5 text-left hover:bg-accent-wash disabled:cursor-default disabled:text-ink-soft"
      disabled={isChosen}
      onClick={onClick}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0 text-accent" />
      <span className="min-w-0 flex-1">
        <span className="block font-medium wrap-anywhere">{putGivenNameFirst(swimmer_name)}</span>
        <span className="block text-sm text-ink-soft">
          {[team, age && meetText().age(age), meetText().events(events)]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
    </button>
  )
}
