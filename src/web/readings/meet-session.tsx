import type { HeatSheetEvent } from '../../domain/heat-sheet/heat-sheet.ts'
import { formatWeekday } from '../i18n/format.ts'
import { type CalendarEvent, googleLink } from './calendar.ts'
import type { PlacedEvent, Session } from './sessions.ts'
import { meetWords } from '../i18n/meet-words.ts'
import { buttonClass } from '../ui/button-class.ts'

interface MeetSessionProps {
  session: Session
  anchor: string
  isChosen: (event: PlacedEvent) => boolean
  getCalendarEvent: (event: PlacedEvent) => CalendarEvent | undefined
  onChoose: (ids: readonly string[], isChosen: boolean) => void
}

export function MeetSession({
  session: { session, session_date, events },
  anchor,
  isChosen,
  getCalendarEvent,
  onChoose,
}: MeetSessionProps) {
  const addable = events.filter((one) => getCalendarEvent(one) !== undefined)
  return (
    <section id={anchor} aria-labelledby={`${anchor}-heading`} className="scroll-mt-4 pb-6">
      <div className="flex flex-wrap items-baseline gap-x-3 pb-2">
        <h3 id={`${anchor}-heading`} className="text-lg font-bold">
          {session ?? meetWords().noSession}
        </h3>
        {session_date !== null && (
          <p className="text-sm text-ink-soft">{formatWeekday(session_date)}</p>
        )}
        {addable.length > 1 && (
          <label className="ml-auto flex min-h-9 items-center gap-2 text-sm print:hidden">
            <input
              type="checkbox"
              className="size-4.5 accent-accent"
              checked={addable.every(isChosen)}
              onChange={({ currentTarget }) =>
                onChoose(
                  addable.map(({ id }) => id),
                  currentTarget.checked,
                )
              }
            />
            {meetWords().chooseAll}
          </label>
        )}
      </div>
      <ul className="divide-y divide-line rounded-xl border border-line bg-surface">
        {events.map((one) => (
          <li key={one.id} className="flex items-start gap-3 px-4 py-2.5">
            <Swim
              placed={one}
              isChosen={isChosen(one)}
              calendarEvent={getCalendarEvent(one)}
              onChoose={(isOn) => onChoose([one.id], isOn)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface SwimProps {
  placed: PlacedEvent
  isChosen: boolean
  calendarEvent: CalendarEvent | undefined
  onChoose: (isChosen: boolean) => void
}

function Swim({ placed: { event }, isChosen, calendarEvent, onChoose }: SwimProps) {
  const number = `${event.event_number}${event.event_letter ?? ''}`
  const name = `${meetWords().event(number)}, ${event.event_name}`
  return (
    <>
      {calendarEvent && (
        <input
          type="checkbox"
          className="mt-1 size-4.5 shrink-0 accent-accent print:hidden"
          aria-label={meetWords().choose(name)}
          checked={isChosen}
          onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
        />
      )}
      <StartTime event={event} />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{name}</p>
        <p className="text-sm text-ink-soft">{formatFacts(event)}</p>
      </div>
      {calendarEvent && (
        <a
          href={googleLink(calendarEvent)}
          target="_blank"
          rel="noreferrer"
          aria-label={meetWords().googleLabel(name)}
          className={`${buttonClass.quiet} max-sm:hidden print:hidden`}
        >
          {meetWords().google}
        </a>
      )}
    </>
  )
}

function StartTime({ event: { heat_start_time: time, estimated } }: { event: HeatSheetEvent }) {
  if (time === null) {
    return <span className="w-14 shrink-0 text-sm text-ink-soft">{meetWords().noTime}</span>
  }
  return (
    <span className="w-14 shrink-0">
      <span className="block font-bold">{time}</span>
      {estimated && (
        <span title={meetWords().estimatedHint} className="block text-xs text-doubt">
          {meetWords().estimated}
        </span>
      )}
    </span>
  )
}

function formatFacts(event: HeatSheetEvent): string {
  const { swimmer_name, heat_number, heats_total, lane, seed_time, team } = event
  return [
    swimmer_name,
    team,
    heat_number !== null && meetWords().heat(heat_number, heats_total),
    lane !== null && meetWords().lane(lane),
    seed_time !== null && meetWords().seed(seed_time),
  ]
    .filter((fact) => fact !== null && fact !== false)
    .join(' · ')
}
