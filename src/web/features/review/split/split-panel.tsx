import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { batchRoutes } from '../../../../domain/api/routes/batches.ts'
import type { PageRange } from '../../../../domain/values/page-range.ts'
import type { Job } from '../../../../domain/job/job.ts'
import { client } from '../../../api/client.ts'
import { reviewText } from '../../../i18n/review-text.ts'
import { findProposedRanges } from '../../../jobs/several-invoices.ts'
import { JobTitle } from '../../../jobs/job-title.tsx'
import { updateJobs } from '../../../live/feed.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { announce } from '../../../ui/announcements.ts'
import { ErrorMessage } from '../../../ui/error-message.tsx'
import { DocumentUnavailable } from '../pdf/document-unavailable.tsx'
import type { OpenPage } from '../pdf/pdf.ts'
import { usePdf } from '../pdf/use-pdf.ts'
import { InvoicePages } from './invoice-pages.tsx'
import { type PageStarts, toRanges, toStarts } from './page-starts.ts'

export function SplitPanel({ job }: { job: Job }) {
  const pdf = usePdf(job.id)
  const proposed = findProposedRanges(job)
  const { splitPdf, pdf: pdfWords, toJob } = reviewText()
  return (
    <div className="pt-6">
      <JobTitle
        job={job}
        parent={{ to: '/jobs/$id', params: { id: job.id }, children: toJob }}
        className="text-2xl"
      />
      <h2 className="pt-4 text-lg font-bold">{splitPdf.heading}</h2>
      <p className="pt-1 text-ink-soft">
        {proposed ? splitPdf.found(proposed.length) : splitPdf.text}
      </p>
      {pdf === 'broken' && <DocumentUnavailable />}
      {pdf === undefined && (
        <output className="block py-4 text-ink-soft">{pdfWords.loading}</output>
      )}
      {pdf !== undefined && pdf !== 'broken' && (
        <Boundaries job={job} pages={pdf.pages} proposed={proposed} />
      )}
    </div>
  )
}

interface BoundariesProps {
  job: Job
  pages: readonly OpenPage[]
  proposed: PageRange[] | undefined
}

function Boundaries({ job, pages, proposed }: BoundariesProps) {
  const [starts, setStarts] = useState<PageStarts>(() => toStarts(proposed ?? [[1, pages.length]]))
  const split = useSplit(job)
  const { splitPdf } = reviewText()
  const ranges = toRanges(starts, pages.length)

  function change(next: PageStarts, said: string): void {
    setStarts(next)
    announce(said)
  }

  return (
    <>
      <ol className="flex flex-wrap items-start gap-4 pt-4">
        {ranges.map((range, index) => (
          <InvoicePages
            key={index}
            pages={pages}
            range={range}
            index={index}
            starts={starts}
            onChange={change}
          />
        ))}
      </ol>
      <ErrorMessage error={split.error} className="pt-4" />
      <div className="sticky bottom-0 mt-4 flex flex-wrap gap-3 border-t border-line bg-paper py-3">
        {ranges.length > 1 && (
          <ActionButton
            look="primary"
            isPending={split.isPending}
            onClick={() => split.mutate(ranges)}
          >
            {splitPdf.split(ranges.length)}
          </ActionButton>
        )}
        {proposed && (
          <ActionButton
            look="secondary"
            isPending={split.isPending}
            onClick={() => split.mutate([[1, pages.length]])}
          >
            {splitPdf.one}
          </ActionButton>
        )}
      </div>
    </>
  )
}

/** Splits the document and opens the batch with its parts. */
function useSplit(job: Job) {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (ranges: PageRange[]) =>
      client.call(batchRoutes.splitJob, { params: { id: job.id }, body: { ranges } }),
    onSuccess: ({ batch, jobs }) => {
      for (const part of jobs) updateJobs(part)
      return navigate({ to: '/batch/$id', params: { id: batch.id } })
    },
  })
}
