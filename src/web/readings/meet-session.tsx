import type { MeetSession as Session, MeetSwim } from '../../domain/heat-sheet/meet-results.ts'
import { formatWeekday } from '../i18n/format.ts'
import { meetText } from '../i18n/meet-text.ts'
import { Swim } from './meet-swim.tsx'
import { SessionStart } from './session-start.tsx'
import { Checkbox } from '../ui/forms/checkbox.tsx'

interface MeetSessionProps {
  session: Session
  anchor: string
  sources: ReadonlyMap<string, string>
  isChosen: (swim: MeetSwim) => boolean
  /** Absent if swims cannot be selected. */
  onChoose: ((ids: readonly string[], isChosen: boolean) => void) | undefined
  /** Absent if the start of the session cannot be changed. */
  onStart: ((time: string) => void) | undefined
}

export function MeetSession({
  session: { session, session_date, start_time, venue, course, swims },
  anchor,
  sources,
  isChosen,
  onChoose,
  onStart,
}: MeetSessionProps) {
  const addable = swims.filter((swim) => swim.session_date !== null)
  return (
    <section id={anchor} aria-labelledby={`${anchor}-heading`} className="scroll-mt-4 pb-6">
      <div className="pb-2">
        <h2 id={`${anchor}-heading`} className="text-xl font-bold">
          {session ?? meetText().noSession}
        </h2>
        <p className="text-ink-soft">{formatDayAndPlace(session_date, venue, course)}</p>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-1 pt-1 empty:hidden print:hidden">
          {onStart && <SessionStart time={start_time} onChange={onStart} />}
          {onChoose && addable.length > 1 && (
            <label className="flex min-h-9 items-center gap-2 text-sm">
              <Checkbox
                isChecked={addable.every(isChosen)}
                onChange={(isChecked) =>
                  onChoose(
                    addable.map(({ id }) => id),
                    isChecked,
                  )
                }
              />
              {meetText().chooseAll}
            </label>
          )}
        </div>
      </div>
      <ul className="divide-y divide-line rounded-xl border border-line bg-surface">
        {swims.map((swim) => (
          <li key={swim.id} className="flex items-start gap-3 px-3 py-3 sm:px-4">
            <Swim
              swim={swim}
              sources={sources}
              isChosen={isChosen(swim)}
              onChoose={
                onChoose && swim.session_date !== null
                  ? (isOn) => onChoose([swim.id], isOn)
                  : undefined
              }
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

function formatDayAndPlace(
  date: Session['session_date'],
  venue: Session['venue'],
  course: Session['course'],
) {
  const day = date === null ? meetText().noDay : formatWeekday(date)
  return [day, venue, course && (meetText().courses[course] ?? course)].filter(Boolean).join(' · ')
}
