import { useMemo } from 'react'
import { groupBySession, type HeatSheetReading } from '../../domain/heat-sheet/heat-sheet.ts'
import type { InvoiceReading } from '../../domain/invoice/invoice.ts'
import type { Job } from '../../domain/job/job.ts'
import type { OutputFormat } from '../../domain/mapping/output-formats.ts'
import { type CalendarEvent, parseCalendarEvents } from './calendar.ts'
import { placeEvents } from './sessions.ts'
import { words } from '../i18n/words.ts'
import { ScrollArea } from '../ui/scroll-area.tsx'
import { InvoiceView } from './invoice-view.tsx'
import { MeetView } from './meet-view.tsx'
import { SwimmerNotes } from './swimmer-notes.tsx'

/** A result in a form that can be displayed. */
export type DisplayReading =
  | { kind: 'invoice'; invoice: InvoiceReading }
  | { kind: 'heat_sheet'; sheet: HeatSheetReading; calendar: CalendarEvent[] }
  | { kind: 'text'; text: string }

/** Downloads the format to display; plain text is downloaded as txt, because its JSON can be megabytes. */
export async function fetchReading(
  outputs: Job['outputs'],
  download: (format: OutputFormat) => Promise<Response>,
): Promise<DisplayReading | null> {
  const has = (format: OutputFormat) => outputs.some((output) => output.format === format)
  if (has('txt')) return { kind: 'text', text: await (await download('txt')).text() }
  if (!has('json')) return null
  const document = (await (await download('json')).json()) as InvoiceReading | HeatSheetReading
  if (document.kind === 'invoice') return { kind: 'invoice', invoice: document }
  if (document.kind !== 'heat_sheet') return null
  const calendar = has('ics') ? parseCalendarEvents(await (await download('ics')).text()) : []
  return { kind: 'heat_sheet', sheet: document, calendar }
}

export function ReadingView({ reading, sheet }: { reading: DisplayReading; sheet: string }) {
  switch (reading.kind) {
    case 'invoice':
      return <InvoiceView invoice={reading.invoice} />
    case 'heat_sheet':
      return <Meet sheet={sheet} reading={reading.sheet} calendar={reading.calendar} />
    case 'text':
      return (
        <ScrollArea
          label={words.text.heading}
          className="max-h-128 rounded-xl border border-line bg-surface p-4"
        >
          <pre className="font-mono text-sm whitespace-pre-wrap">{reading.text}</pre>
        </ScrollArea>
      )
  }
}

interface MeetProps {
  sheet: string
  reading: HeatSheetReading
  calendar: CalendarEvent[]
}

function Meet({ sheet, reading, calendar }: MeetProps) {
  const sessions = useMemo(
    () => groupBySession(placeEvents(sheet, reading.events), ({ event }) => event),
    [sheet, reading.events],
  )
  const calendars = useMemo(
    () => (calendar.length > 0 ? new Map([[sheet, calendar]]) : new Map<string, never>()),
    [sheet, calendar],
  )
  return (
    <>
      {reading.meet_name !== null && <p className="pb-3 text-lg">{reading.meet_name}</p>}
      <SwimmerNotes swimmers={reading.swimmers} />
      <MeetView title={reading.meet_name} sessions={sessions} calendars={calendars} />
    </>
  )
}
