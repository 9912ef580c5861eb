import { Link } from '@tanstack/react-router'
import type { Job } from '../../domain/job/job.ts'
import { getChoiceRemark } from '../../domain/mapping/mapping.ts'
import { jobFailure, messageText } from '../i18n/message-text.ts'
import { jobText } from '../i18n/job-text.ts'
import { MissingNumbersLink } from './missing-numbers-link.tsx'
import { ReviewLink, SplitLink } from './job-link.tsx'
import { SplitNotes } from './split-notes.tsx'
import { hasSeveralInvoices } from './several-invoices.ts'
import { ErrorText } from '../ui/error-text.tsx'

/** Shows a job's error, its next retry, its review reasons, or why its result was deleted. */
export function JobReason({ job }: { job: Job }) {
  const { status } = job
  const failure = jobFailure(job)
  if (status === 'complete') return <CompletionNotes job={job} />
  if (failure === undefined) return null
  if (status === 'expired') {
    return (
      <p className="text-sm text-ink-soft">
        <ErrorText error={failure} />
      </p>
    )
  }
  if (status === 'failed') {
    return (
      <p className="text-sm text-fail">
        <ErrorText error={failure} />
      </p>
    )
  }
  return status === 'queued' ? (
    <p className="text-sm text-ink-soft">{jobText().job.retryScheduled}</p>
  ) : null
}

function CompletionNotes({ job }: { job: Job }) {
  const remark = job.read_by === null ? null : getChoiceRemark(job.mapping, job.read_by)
  return (
    <>
      {job.error_code !== null && <KeptResult job={job} />}
      <SameInvoice job={job} />
      <SplitNotes job={job} />
      {remark !== null && <p className="text-sm text-ink-soft">{jobText().job.remarks[remark]}</p>}
      {job.needs_review && (
        <>
          <ReviewReasons reasons={job.review_reasons} />
          <div className="flex flex-wrap gap-2 pt-1.5">
            {hasSeveralInvoices(job) ? <SplitLink job={job} /> : <ReviewLink job={job} />}
            <MissingNumbersLink jobs={[job]} />
          </div>
        </>
      )}
    </>
  )
}

/** Warns that the invoice was uploaded before, possibly in another file. */
function SameInvoice({ job: { same_invoice: same } }: { job: Job }) {
  if (same === null) return null
  const { sameInvoiceHint, sameInvoiceLink } = jobText().job
  return (
    <p className="text-sm text-doubt">
      {sameInvoiceHint(same.filename)}{' '}
      <Link to="/jobs/$id" params={{ id: same.id }} className="underline">
        {sameInvoiceLink}
      </Link>
    </p>
  )
}

/** Explains that reading the document again failed, so that the earlier result was kept. */
function KeptResult({ job }: { job: Job }) {
  const failure = jobFailure(job)
  return (
    <p className="text-sm text-fail">
      {jobText().readAgain.kept} {failure && <ErrorText error={failure} />}
    </p>
  )
}

const initialCount = 3

function ReviewReasons({ reasons }: { reasons: Job['review_reasons'] }) {
  const rest = reasons.slice(initialCount)
  return (
    <div className="text-sm text-doubt">
      <ReasonList reasons={reasons.slice(0, initialCount)} />
      {rest.length > 0 && (
        <details>
          <summary className="cursor-pointer underline">
            {jobText().job.moreReasons(rest.length)}
          </summary>
          <ReasonList reasons={rest} />
        </details>
      )}
    </div>
  )
}

function ReasonList({ reasons }: { reasons: Job['review_reasons'] }) {
  return (
    <ul className="list-disc pl-5">
      {reasons.map((reason) => (
        <li key={reason.message}>{messageText(reason)}</li>
      ))}
    </ul>
  )
}
