import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { Job } from '../../../domain/job/job.ts'
import { batchRoutes } from '../../../domain/api/routes/batches.ts'
import { client } from '../../api/client.ts'
import { jobText } from '../../i18n/job-text.ts'
import { ExportButtons } from '../../jobs/export-buttons.tsx'
import { PageSection } from '../../ui/page-section.tsx'
import { InvoicesTable } from './invoices-table.tsx'

/**
 * Shows the downloads and invoices of the completed documents. A calendar contains the swims that the meet page shows.
 */
export default function BatchResults({ id, jobs }: { id: string; jobs: readonly Job[] }) {
  const choice = useSearch({ from: '/batch/$id' })
  return (
    <>
      <div className="print:hidden">
        <PageSection heading={jobText().batch.download}>
          <div className="flex flex-wrap items-center gap-2">
            <ExportButtons
              jobs={jobs}
              download={(query) =>
                client.call(batchRoutes.downloadBatch, {
                  params: { id },
                  query: { ...choice, ...query },
                })
              }
            />
          </div>
        </PageSection>
      </div>
      <Invoices id={id} jobs={jobs} />
    </>
  )
}

function Invoices({ id, jobs }: { id: string; jobs: readonly Job[] }) {
  const done = jobs.filter(({ status }) => status === 'complete')
  const hasInvoices = done.some(({ summary }) => summary?.kind === 'invoice')
  const { data } = useQuery({
    queryKey: ['batch-results', id, done.map(({ updated_at }) => updated_at).join()],
    queryFn: ({ signal }) => client.call(batchRoutes.batchResults, { params: { id }, signal }),
    placeholderData: (before) => before,
    enabled: hasInvoices,
  })
  if (!data?.invoices) return null
  return (
    <PageSection heading={jobText().invoices.heading}>
      <InvoicesTable invoices={data.invoices} sources={data.sources} />
    </PageSection>
  )
}
