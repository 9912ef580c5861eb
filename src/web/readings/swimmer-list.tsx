import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { putGivenNameFirst } from '../../domain/heat-sheet/display-name.ts'
import type { MeetResults } from '../../domain/heat-sheet/meet-results.ts'
import { meetText } from '../i18n/meet-text.ts'
import { buttonClass } from '../ui/button-class.ts'
import type { MeetSource } from './meet-source.ts'
import { SwimmerNotes } from './swimmer-notes.tsx'
import { SwimmerPicker } from './swimmer-picker.tsx'

interface SwimmerListProps {
  swimmers: MeetResults['swimmers']
  source: MeetSource
  onChange: (requests: string[]) => void
}

/** Lists the selected swimmers. Others can be added, and wrong ones replaced, without a new upload. */
export function SwimmerList({ swimmers, source, onChange }: SwimmerListProps) {
  const [isAdding, setIsAdding] = useState(false)
  const requests = swimmers.map(({ requested }) => requested)
  const isOpen = isAdding || swimmers.length === 0
  return (
    <div className="print:hidden">
      <ul aria-label={meetText().swimmers} className="flex flex-wrap items-center gap-2 pb-3">
        {swimmers.map((match) => (
          <SwimmerChip
            key={match.requested}
            match={match}
            onRemove={() => onChange(requests.filter((one) => one !== match.requested))}
          />
        ))}
        {swimmers.length > 0 && (
          <li>
            <button
              type="button"
              className={buttonClass.small}
              aria-expanded={isOpen}
              onClick={() => setIsAdding(!isAdding)}
            >
              <Plus aria-hidden="true" className="size-4" />
              {meetText().addSwimmer}
            </button>
          </li>
        )}
      </ul>
      <SwimmerNotes
        swimmers={swimmers}
        source={source}
        onReplace={(requested, request) =>
          onChange(requests.map((one) => (one === requested ? request : one)))
        }
      />
      {isOpen && (
        <SwimmerPicker
          source={source}
          chosen={requests}
          onAdd={(request) => {
            setIsAdding(false)
            onChange([...requests, request])
          }}
        />
      )}
    </div>
  )
}

interface SwimmerChipProps {
  match: MeetResults['swimmers'][number]
  onRemove: () => void
}

function SwimmerChip({ match: { requested, found }, onRemove }: SwimmerChipProps) {
  const [person] = found
  const name = found.length === 1 && person ? putGivenNameFirst(person.swimmer_name) : requested
  return (
    <li className="flex min-h-9 items-center rounded-full border border-line bg-surface pl-3 text-sm font-medium">
      <span className="wrap-anywhere">
        {[name, found.length === 1 && person?.team].filter(Boolean).join(' · ')}
      </span>
      <button
        type="button"
        className={buttonClass.icon}
        aria-label={meetText().remove(name)}
        onClick={onRemove}
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </li>
  )
}
