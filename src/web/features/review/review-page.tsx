import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { toAppError } from '../../../domain/errors/app-error.ts'
import { jobRoutes } from '../../../domain/api/routes/jobs.ts'
import { readingRoutes } from '../../../domain/api/routes/readings.ts'
import { client } from '../../api/client.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { MessagePage } from '../../ui/message-page.tsx'
import { useCanEdit } from '../../api/me.ts'
import { ReadOnlyReview } from './read-only-review.tsx'
import { ReviewEditor } from './review-editor.tsx'
import { hasSeveralInvoices } from '../../jobs/several-invoices.ts'
import { SplitPanel } from './split/split-panel.tsx'
import { TextReview } from './text-review.tsx'
import { usePageTitle } from '../../browser/use-page-title.ts'
import { reviewText } from '../../i18n/review-text.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'

export function ReviewPage() {
  const { id } = useParams({ from: '/review/$id' })
  const { data, error, refetch } = useQuery({
    queryKey: ['review', id],
    queryFn: ({ signal }) => fetchReview(id, signal),
    // Loaded once per visit and not cached afterwards, because an edit makes a cached reading stale.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const canEdit = useCanEdit()
  usePageTitle(reviewText().title(data?.job.original_filename ?? ''))
  if (error && !data) {
    return (
      <div className="pt-6">
        <LoadFailure reason={reviewText().notLoaded} error={error} onRetry={refetch} />
      </div>
    )
  }
  if (!data) return null
  const { job, response } = data
  if (canEdit && job.split_into === null && hasSeveralInvoices(job)) return <SplitPanel job={job} />
  if (response) {
    const Review = canEdit ? ReviewEditor : ReadOnlyReview
    return <Review key={id} job={job} response={response} />
  }
  if (job.status === 'complete') return <TextReview job={job} />
  return (
    <MessagePage heading={job.original_filename} text={reviewText().notReady}>
      <Link to="/jobs/$id" params={{ id }} className={buttonClass.primary}>
        {reviewText().toJob}
      </Link>
    </MessagePage>
  )
}

/** Loads the job and its reading. For plain text, which cannot be edited, `response` is null. */
async function fetchReview(id: string, signal: AbortSignal) {
  const job = await client.call(jobRoutes.getJob, { params: { id }, signal })
  if (job.status !== 'complete') return { job, response: null }
  try {
    const response = await client.call(readingRoutes.getReading, { params: { id }, signal })
    return { job, response }
  } catch (thrown) {
    if (toAppError(thrown).code !== 'NO_READING') throw thrown
    return { job, response: null }
  }
}
