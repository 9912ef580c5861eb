import { useMutation } from '@tanstack/react-query'
import { CalendarPlus, Printer } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { MeetResults, MeetSession as Session } from '../../domain/heat-sheet/meet-results.ts'
import { formatStarts, parseStarts } from '../../domain/results/meet-options.ts'
import { saveFile } from '../browser/save-file.ts'
import { meetText } from '../i18n/meet-text.ts'
import { messageText } from '../i18n/message-text.ts'
import { buttonClass } from '../ui/button-class.ts'
import { ErrorMessage } from '../ui/error-message.tsx'
import { MeetSession } from './meet-session.tsx'
import type { ChangeChoice, MeetChoice } from './meet-choice.ts'
import type { MeetSource } from './meet-source.ts'
import { useScrollToHash } from './use-scroll-to-hash.ts'

interface MeetViewProps {
  meet: MeetResults
  source: MeetSource
  choice: MeetChoice
  /** Absent if nothing can be changed. */
  onChange?: ChangeChoice | undefined
  /** Additional buttons in the bar. */
  children?: ReactNode
}

/** Shows the merged swims by session. They can be saved as a calendar or printed. */
export function MeetView({ meet, source, choice, onChange, children }: MeetViewProps) {
  const [deselected, setDeselected] = useState<ReadonlySet<string>>(new Set())
  const dated = meet.sessions.flatMap(({ swims }) =>
    swims.filter(({ session_date }) => session_date !== null),
  )
  const chosen = dated.filter(({ id }) => !deselected.has(id))
  const sources = new Map(meet.sheets.map(({ job_id, name }) => [job_id, name]))
  const keys = listSessionKeys(meet.sessions)
  useScrollToHash(meet.sessions)
  function setChosen(ids: readonly string[], isChosen: boolean): void {
    const after = new Set(deselected)
    for (const id of ids)
      if (isChosen) after.delete(id)
      else after.add(id)
    setDeselected(after)
  }
  return (
    <div>
      <SessionLinks sessions={meet.sessions} />
      {meet.sessions.map((session, place) => (
        <MeetSession
          key={keys[place]}
          session={session}
          anchor={`session-${place + 1}`}
          sources={sources}
          isChosen={({ id }) => !deselected.has(id)}
          onChoose={setChosen}
          onStart={
            onChange && isAdjustable(session, meet)
              ? (time) =>
                  onChange((latest) => ({
                    ...latest,
                    start: withStart(latest.start, session.id, time),
                  }))
              : undefined
          }
        />
      ))}
      <EmptySheets meet={meet} />
      {meet.sessions.length > 0 && (
        <MeetBar
          count={chosen.length}
          onSave={async () => {
            const isAll = chosen.length === dated.length && source.isWhole
            const events = isAll ? undefined : chosen.map(({ id }) => id)
            const response = await source.downloadCalendar({ ...choice, events })
            await saveFile(response, meet.calendar_filename)
          }}
        >
          {children}
        </MeetBar>
      )}
    </div>
  )
}

interface MeetBarProps {
  /** Number of selected swims. */
  count: number
  onSave: () => Promise<void>
  children: ReactNode
}

/** A bar at the bottom of the screen. It is low, so that it covers little of a phone screen. */
function MeetBar({ count, onSave, children }: MeetBarProps) {
  const save = useMutation({ mutationFn: onSave })
  return (
    <div className="sticky-bar sticky bottom-0 -mx-3 border-t border-line bg-paper px-3 py-2 sm:mx-0 sm:px-0 print:hidden">
      <div className="flex items-center gap-2">
        <button
          type="button"
          className={`${buttonClass.primary} min-w-0 flex-1 px-3 max-sm:text-sm sm:flex-none sm:px-5`}
          disabled={count === 0 || save.isPending}
          onClick={() => save.mutate()}
        >
          <CalendarPlus aria-hidden="true" className="size-5 shrink-0" />
          {meetText().calendar(count)}
        </button>
        <button
          type="button"
          className={`${buttonClass.secondary} px-3`}
          aria-label={meetText().print}
          onClick={() => window.print()}
        >
          <Printer aria-hidden="true" className="size-5" />
          <span className="max-sm:hidden">{meetText().print}</span>
        </button>
        {children}
      </div>
      <ErrorMessage error={save.error} className="pt-2 text-sm" />
    </div>
  )
}

/**
 * Returns keys that stay the same after another sheet is read, which may insert a session or add a date and thus change
 * an ID. Sessions with the same name are numbered.
 */
function listSessionKeys(sessions: readonly Session[]): string[] {
  const counts = new Map<string, number>()
  return sessions.map(({ meet_name, session, id }) => {
    const key = JSON.stringify([meet_name, session ?? id])
    const count = counts.get(key) ?? 0
    counts.set(key, count + 1)
    return `${key} ${count}`
  })
}

function isAdjustable({ job_ids }: Session, { sheets }: MeetResults): boolean {
  return sheets.some(({ job_id, is_adjustable }) => is_adjustable && job_ids.includes(job_id))
}

function withStart(starts: string | undefined, id: string, time: string): string | undefined {
  const all = parseStarts(starts)
  if (time === '') all.delete(id)
  else all.set(id, time)
  return formatStarts(all) || undefined
}

function SessionLinks({ sessions }: { sessions: readonly Session[] }) {
  if (sessions.length < 2) return null
  return (
    <nav aria-label={meetText().sessions} className="flex flex-wrap gap-2 pb-4 print:hidden">
      {sessions.map(({ id, session }, place) => (
        <a key={`${id} ${place}`} href={`#session-${place + 1}`} className={buttonClass.small}>
          {session ?? meetText().noSession}
        </a>
      ))}
    </nav>
  )
}

/** Lists the sheets without swims, with the reasons. */
function EmptySheets({ meet: { without } }: { meet: MeetResults }) {
  if (without.length === 0) return null
  return (
    <ul aria-label={meetText().emptySheets} className="pb-4 text-sm text-ink-soft">
      {without.map(({ job_id, name, reason }) => (
        <li key={job_id} className="wrap-anywhere">
          <bdi className="font-medium">{name}</bdi>
          {`: ${messageText(reason)}`}
        </li>
      ))}
    </ul>
  )
}
