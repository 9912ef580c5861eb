import type { HeatSheetReading } from '../../domain/heat-sheet/heat-sheet.ts'
import type { InvoiceReading } from '../../domain/invoice/invoice.ts'
import type { Job } from '../../domain/job/job.ts'
import type { OutputFormat } from '../../domain/mapping/output-formats.ts'
import { jobText } from '../i18n/job-text.ts'
import { ScrollArea } from '../ui/scroll-area.tsx'
import { InvoiceView } from './invoice-view.tsx'
import { JobMeet } from './job-meet.tsx'
import type { MeetSource } from './meet-source.ts'

/** A result in a form that can be displayed. */
export type DisplayReading =
  | { kind: 'invoice'; invoice: InvoiceReading }
  | { kind: 'heat_sheet' }
  | { kind: 'text'; text: string }
  | { kind: 'fields'; text: string }

/** Downloads the reading to display. Plain text is downloaded as txt, because its JSON can be megabytes long. */
export async function fetchReading(
  outputs: Job['outputs'],
  download: (format: OutputFormat) => Promise<Response>,
): Promise<DisplayReading | null> {
  const has = (format: OutputFormat) => outputs.some((output) => output.format === format)
  if (has('txt')) return { kind: 'text', text: await (await download('txt')).text() }
  if (has('fields')) return { kind: 'fields', text: await (await download('fields')).text() }
  if (!has('json')) return null
  const document = (await (await download('json')).json()) as InvoiceReading | HeatSheetReading
  if (document.kind === 'invoice') return { kind: 'invoice', invoice: document }
  return document.kind === 'heat_sheet' ? { kind: 'heat_sheet' } : null
}

/** Displays a reading. `meet` provides the swims of a heat sheet, merged with the other sheets in its batch. */
export function ReadingView({ reading, meet }: { reading: DisplayReading; meet: MeetSource }) {
  switch (reading.kind) {
    case 'invoice':
      return <InvoiceView invoice={reading.invoice} />
    case 'heat_sheet':
      return <JobMeet source={meet} />
    case 'fields':
    case 'text':
      return (
        <ScrollArea
          label={jobText().text.heading}
          className="max-h-128 rounded-xl border border-line bg-surface p-4"
        >
          <pre className="font-mono text-sm whitespace-pre-wrap">{reading.text}</pre>
        </ScrollArea>
      )
  }
}
