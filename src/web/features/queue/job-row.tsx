import { EditorOnly } from '../../api/editor-only.tsx'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import type { Job } from '../../../domain/job/job.ts'
import { needsReview } from '../../jobs/job-operations.ts'
import { DownloadMenu } from '../../jobs/download-menu.tsx'
import { JobActions } from '../../jobs/job-actions.tsx'
import { JobReason } from '../../jobs/job-reason.tsx'
import { MappingLabel } from '../../jobs/mapping-label.tsx'
import { ReusedTag } from '../../jobs/reused-tag.tsx'
import { ReviewLink } from '../../jobs/job-link.tsx'
import { jobText } from '../../i18n/job-text.ts'
import { type CellTexts, cellTexts } from './cell-texts.ts'
import { RowStatus } from './row-status.tsx'

/** Shared with the column headings, which must align with the cells. */
export const columnsClass =
  'grid-cols-[1.5rem_minmax(0,1fr)_auto] gap-x-3 lg:grid-cols-[1.5rem_minmax(0,1.1fr)_6rem_minmax(0,1.2fr)_minmax(0,1.2fr)_8.5rem_minmax(0,1.3fr)_10.5rem]'

interface JobRowProps {
  job: Job
  isSelected: boolean
  isCurrent: boolean
  onSelect: (id: string, isSelected: boolean) => void
}

export const JobRow = memo(function JobRow({ job, isSelected, isCurrent, onSelect }: JobRowProps) {
  const { id, original_filename: name } = job
  const texts = cellTexts(job)
  return (
    <div
      data-current={isCurrent ? '' : undefined}
      className={`grid min-h-12 items-center px-3 py-2 lg:py-0.5 ${columnsClass} data-current:bg-accent-wash`}
    >
      <input
        type="checkbox"
        className="size-4.5 self-start accent-accent max-lg:mt-1 lg:self-center"
        aria-label={jobText().queue.select(name)}
        checked={isSelected}
        onChange={({ currentTarget }) => onSelect(id, currentTarget.checked)}
      />
      <Cells job={job} texts={texts} />
      <div className="min-w-0 max-lg:col-start-2 lg:order-2">
        <RowStatus job={job} />
      </div>
      <div className="flex flex-wrap items-center justify-end gap-1.5 max-lg:col-start-3 lg:order-3">
        {needsReview(job) && <ReviewLink job={job} />}
        <EditorOnly>
          <JobActions job={job} />
        </EditorOnly>
        <DownloadMenu job={job} />
      </div>
      {/* Shows a failure in full, because its text says what to do. */}
      {job.error_code !== null && (
        <div className="col-start-2 -col-end-1 pb-1 lg:order-4">
          <JobReason job={job} />
        </div>
      )}
    </div>
  )
})

/** Shows the number, date, companies and total of an invoice, or the title of another document. */
function Cells({ job, texts }: { job: Job; texts: CellTexts }) {
  const { title, detail, total, isInvoice } = texts
  return (
    <>
      {/* Below lg, number and total share a line. From lg, each has its column, in the order of the headings. */}
      <div className="flex items-baseline justify-between gap-3 max-lg:col-span-2 lg:contents">
        <div className={`min-w-0 leading-tight ${isInvoice ? '' : 'lg:col-span-5'}`}>
          <Link
            to="/jobs/$id"
            params={{ id: job.id }}
            title={job.original_filename}
            className="block truncate font-medium hover:text-accent hover:underline"
          >
            <bdi>{title}</bdi>
          </Link>
          <p
            className={`flex items-center gap-1.5 truncate text-xs text-ink-soft ${isInvoice ? 'max-lg:hidden' : ''}`}
          >
            <bdi className="truncate">{detail}</bdi>
            {!isInvoice && (
              <>
                {detail !== '' && <span aria-hidden="true">·</span>}
                <MappingLabel job={job} />
              </>
            )}
            <ReusedTag job={job} />
            <SameInvoice job={job} />
          </p>
        </div>
        {isInvoice && (
          <span className="text-right text-sm whitespace-nowrap tabular-nums lg:order-1">
            {total}
          </span>
        )}
      </div>
      {isInvoice && <InvoiceCells job={job} texts={texts} />}
    </>
  )
}

/** The other columns of an invoice. Below lg, two lines instead. */
function InvoiceCells({ job, texts }: { job: Job; texts: CellTexts }) {
  const { detail, date, seller, buyer } = texts
  return (
    <>
      <span className="text-sm whitespace-nowrap max-lg:hidden">{date}</span>
      <div className="min-w-0 leading-tight max-lg:hidden">
        <Company name={seller} />
        <p className="flex text-xs text-ink-soft">
          <MappingLabel job={job} />
        </p>
      </div>
      <div className="min-w-0 max-lg:hidden">
        <Company name={buyer} />
      </div>
      <p className="col-span-2 col-start-2 truncate text-sm lg:hidden">
        {jobText().job.parties(seller, buyer)}
      </p>
      <p className="col-span-2 col-start-2 flex flex-wrap items-center gap-x-1.5 text-xs text-ink-soft lg:hidden">
        <bdi className="truncate">{[date, detail].filter(Boolean).join(' · ')}</bdi>
        <MappingLabel job={job} />
        <ReusedTag job={job} />
        <SameInvoice job={job} />
      </p>
    </>
  )
}

function Company({ name }: { name: string | null }) {
  return (
    <p title={name ?? undefined} className="truncate text-sm">
      <bdi>{name}</bdi>
    </p>
  )
}

/** Warns that another file contains the same invoice. For an identical file, the row has a "reused" tag instead. */
function SameInvoice({ job: { same_invoice: same, deduped_from } }: { job: Job }) {
  if (same === null || same.id === deduped_from) return null
  return (
    <Link
      to="/jobs/$id"
      params={{ id: same.id }}
      title={jobText().job.sameInvoiceHint(same.filename)}
      className="shrink-0 rounded bg-manila px-1.5 text-manila-ink underline-offset-2 hover:underline"
    >
      {jobText().job.sameInvoice}
    </Link>
  )
}
