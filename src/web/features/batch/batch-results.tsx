import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { groupBySession } from '../../../domain/heat-sheet/heat-sheet.ts'
import type { Job } from '../../../domain/job/job.ts'
import { batchRoutes } from '../../../domain/api/routes/batches.ts'
import { client } from '../../api/client.ts'
import { placeEvents } from '../../readings/sessions.ts'
import { meetWords } from '../../i18n/meet-words.ts'
import { words } from '../../i18n/words.ts'
import { ExportButtons } from '../../jobs/export-buttons.tsx'
import { PageSection } from '../../ui/page-section.tsx'
import { InvoicesTable } from './invoices-table.tsx'
import { MeetView } from '../../readings/meet-view.tsx'
import { readingQuery } from '../../readings/reading-query.ts'
import { SwimmerNotes } from '../../readings/swimmer-notes.tsx'

/** Results for the completed documents. */
export default function BatchResults({ id, jobs }: { id: string; jobs: readonly Job[] }) {
  const sheets = jobs.filter(({ outputs }) => outputs.some(({ format }) => format === 'ics'))
  return (
    <>
      <div className="print:hidden">
        <PageSection heading={words.batch.download}>
          <div className="flex flex-wrap items-center gap-2">
            <ExportButtons
              jobs={jobs}
              download={(query) =>
                client.call(batchRoutes.downloadBatch, { params: { id }, query })
              }
            />
          </div>
        </PageSection>
      </div>
      <Invoices id={id} jobs={jobs} />
      {sheets.length > 0 && <Meets jobs={sheets} />}
    </>
  )
}

function Invoices({ id, jobs }: { id: string; jobs: readonly Job[] }) {
  const done = jobs.filter(({ status }) => status === 'complete')
  const { data } = useQuery({
    queryKey: ['batch-results', id, done.map(({ updated_at }) => updated_at).join()],
    queryFn: ({ signal }) => client.call(batchRoutes.batchResults, { params: { id }, signal }),
    placeholderData: (before) => before,
  })
  if (!data?.invoices) return null
  return (
    <PageSection heading={words.invoices.heading}>
      <InvoicesTable invoices={data.invoices} sources={data.sources} />
    </PageSection>
  )
}

/** Merges a meet's sheets into one program. */
function Meets({ jobs }: { jobs: readonly Job[] }) {
  const readings = useQueries({ queries: jobs.map(readingQuery), combine: readData })
  const sheets = useMemo(
    () =>
      readings.flatMap((one, place) =>
        one?.kind === 'heat_sheet' ? [{ ...one, id: jobs[place]?.id ?? '' }] : [],
      ),
    [readings, jobs],
  )
  if (sheets.length === 0) return null
  return (
    <PageSection heading={meetWords().heading}>
      <SwimmerNotes swimmers={sheets.flatMap(({ sheet }) => sheet.swimmers)} />
      <MeetView
        title={sheets[0]?.sheet.meet_name ?? null}
        sessions={sheets.flatMap(({ id, sheet }) =>
          groupBySession(placeEvents(id, sheet.events), ({ event }) => event),
        )}
        calendars={new Map(sheets.map(({ id, calendar }) => [id, calendar]))}
      />
    </PageSection>
  )
}

function readData<Reading>(results: { data: Reading | undefined }[]): (Reading | undefined)[] {
  return results.map(({ data }) => data)
}
