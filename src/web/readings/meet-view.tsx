import { CalendarPlus, Printer } from 'lucide-react'
import { useMemo, useState } from 'react'
import { saveBlob } from '../browser/save-file.ts'
import { type CalendarEvent, buildCalendar } from './calendar.ts'
import type { PlacedEvent, Session } from './sessions.ts'
import { meetWords } from '../i18n/meet-words.ts'
import { buttonClass } from '../ui/button-class.ts'
import { MeetSession } from './meet-session.tsx'

interface MeetViewProps {
  title: string | null
  sessions: readonly Session[]
  /** Calendar events by sheet; a sheet without named swimmers has none. */
  calendars: ReadonlyMap<string, readonly CalendarEvent[]>
}

/** Events by session, selectable for a calendar download. */
export function MeetView({ title, sessions, calendars }: MeetViewProps) {
  const [deselected, setDeselected] = useState<ReadonlySet<string>>(new Set())
  const [reminder, setReminder] = useState<string>('')
  const all = useMemo(() => sessions.flatMap(({ events }) => events), [sessions])
  const getCalendarEvent = ({ sheet, calendar_index }: PlacedEvent) =>
    calendar_index === null ? undefined : calendars.get(sheet)?.[calendar_index]
  const chosen = all.flatMap((one) => (deselected.has(one.id) ? [] : (getCalendarEvent(one) ?? [])))
  function setChosen(ids: readonly string[], isChosen: boolean): void {
    const after = new Set(deselected)
    for (const id of ids)
      if (isChosen) after.delete(id)
      else after.add(id)
    setDeselected(after)
  }
  function save(): void {
    const minutes = reminder === '' ? undefined : Number(reminder)
    const calendar = buildCalendar(title ?? meetWords().heading, chosen, minutes)
    saveBlob(new Blob([calendar], { type: 'text/calendar' }), `${title ?? 'meet'}.ics`)
  }
  if (all.length === 0) return <p className="text-ink-soft">{meetWords().none}</p>
  return (
    <div>
      <SessionLinks sessions={sessions} />
      {sessions.map((session, place) => (
        <MeetSession
          key={place}
          session={session}
          anchor={`session-${place + 1}`}
          isChosen={({ id }) => !deselected.has(id)}
          getCalendarEvent={getCalendarEvent}
          onChoose={setChosen}
        />
      ))}
      <div className="sticky bottom-0 -mx-3 flex flex-wrap items-center gap-3 border-t border-line bg-paper px-3 py-3 sm:mx-0 sm:px-0 print:hidden">
        {calendars.size > 0 && (
          <>
            <button
              type="button"
              className={`${buttonClass.primary} w-full sm:w-auto`}
              disabled={chosen.length === 0}
              onClick={save}
            >
              <CalendarPlus aria-hidden="true" className="size-5" />
              {meetWords().calendar(chosen.length)}
            </button>
            <ReminderChoice value={reminder} onChange={setReminder} />
          </>
        )}
        <button
          type="button"
          className={`${buttonClass.secondary} ml-auto`}
          onClick={() => window.print()}
        >
          <Printer aria-hidden="true" className="size-4" />
          {meetWords().print}
        </button>
      </div>
    </div>
  )
}

function SessionLinks({ sessions }: { sessions: readonly Session[] }) {
  if (sessions.length < 2) return null
  return (
    <nav aria-label={meetWords().sessions} className="flex flex-wrap gap-2 pb-4 print:hidden">
      {sessions.map(({ session }, place) => (
        <a key={place} href={`#session-${place + 1}`} className={buttonClass.small}>
          {session ?? meetWords().noSession}
        </a>
      ))}
    </nav>
  )
}

function ReminderChoice({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <label className="flex items-center gap-2 text-sm">
      {meetWords().reminder}
      <select
        className="field"
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        <option value="">{meetWords().defaultReminder}</option>
        {Object.entries(meetWords().reminders).map(([minutes, label]) => (
          <option key={minutes} value={minutes}>
            {label}
          </option>
        ))}
      </select>
    </label>
  )
}
