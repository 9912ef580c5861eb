import { EditorOnly } from '../../api/editor-only.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { FileText, ScanSearch } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { Job, JobDetail } from '../../../domain/job/job.ts'
import { jobRoutes } from '../../../domain/api/routes/jobs.ts'
import { isActive } from '../../../domain/job/job-state.ts'
import { useJobPolling } from '../../../client/react.ts'
import { client } from '../../api/client.ts'
import { useCanEdit } from '../../api/me.ts'
import { useRefetchOnChange } from '../../api/use-refetch-on-change.ts'
import { useIsStreamUnavailable } from '../../live/feed.ts'
import { newerJob } from '../../live/live-jobs.ts'
import { useLiveJob } from '../../live/use-live-jobs.ts'
import { Attempts } from './attempts.tsx'
import { JobFacts } from './job-facts.tsx'
import { DeveloperSection } from './for-developers.tsx'
import { ShareLink } from './share-link.tsx'
import { Timeline } from './timeline.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { SplitLink } from '../../jobs/job-link.tsx'
import { canSplit, hasSeveralInvoices } from '../../jobs/several-invoices.ts'
import { QueuePosition } from '../../jobs/queue-position.tsx'
import { ReadAgain } from '../../jobs/read-again.tsx'
import { DeleteJobs } from '../../jobs/delete-jobs.tsx'
import { JobReason } from '../../jobs/job-reason.tsx'
import { JobStatus } from '../../jobs/job-status.tsx'
import { ErrorReference } from '../../ui/error-reference.tsx'
import { PageSection } from '../../ui/page-section.tsx'
import { usePageTitle } from '../../browser/use-page-title.ts'
import { jobPageText } from '../../i18n/job-page-text.ts'
import { jobText } from '../../i18n/job-text.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { JobTitle } from '../../jobs/job-title.tsx'
import { JobButtons } from '../../jobs/job-buttons.tsx'

const JobResult = lazy(() => import('./job-result.tsx'))

const positionMs = 5000

const jobKey = (id: string) => ['job', id]

export function JobPage() {
  const { id } = useParams({ from: '/jobs/$id' })
  const { data, error, refetch } = useQuery({
    queryKey: jobKey(id),
    queryFn: ({ signal }) => client.call(jobRoutes.getJob, { params: { id }, signal }),
    // Polls, because a job's position can change without an event for that job.
    refetchInterval: ({ state }) => (state.data?.status === 'queued' ? positionMs : false),
  })
  usePageTitle(data?.original_filename ?? jobPageText().title)
  if (data) return <JobDetails detail={data} />
  return error ? (
    <div className="pt-6">
      <LoadFailure reason={jobPageText().notLoaded} error={error} onRetry={refetch} />
    </div>
  ) : null
}

function JobDetails({ detail }: { detail: JobDetail }) {
  const live = useLiveJob(detail)
  const job = usePolledJob(live)
  useRefetchOnChange(jobKey(job.id), job.updated_at)
  const navigate = useNavigate()
  const canEdit = useCanEdit()
  return (
    <>
      <JobHeading job={job} detail={detail} />
      <div className="pt-3">
        <JobReason job={job} />
        {job.error_code !== null && (
          <ErrorReference code={job.error_code} requestId={detail.request_id ?? job.id} />
        )}
      </div>
      <div className="flex flex-wrap gap-2 pt-4 empty:hidden">
        <JobButtons job={job} />
        {canEdit && job.status === 'complete' && !job.needs_review && (
          <Link to="/review/$id" params={{ id: job.id }} className={buttonClass.small}>
            <ScanSearch aria-hidden="true" className="size-4" />
            {jobText().job.edit}
          </Link>
        )}
        {job.bytes !== null && <PdfLink id={job.id} />}
        <EditorOnly>
          {canSplit(job) && !hasSeveralInvoices(job) && <SplitLink job={job} />}
          <ReadAgain jobs={[job]} />
          <DeleteJobs jobs={[job]} onDeleted={() => void navigate({ to: '/queue' })} />
        </EditorOnly>
      </div>
      {job.status === 'complete' && (
        <Suspense>
          <JobResult job={job} />
        </Suspense>
      )}
      <div className="grid gap-x-10 md:grid-cols-2">
        <PageSection heading={jobPageText().attempts}>
          <Attempts attempts={detail.attempts} />
        </PageSection>
        <PageSection heading={jobPageText().facts}>
          <JobFacts job={job} />
        </PageSection>
      </div>
      <Timeline job={job} />
      {canEdit && job.status === 'complete' && <ShareLink job={job} />}
      <DeveloperSection job={job} detail={detail} />
    </>
  )
}

/** Polls an active job while the event stream is unavailable. */
function usePolledJob(live: Job): Job {
  const isPolled = useIsStreamUnavailable() && isActive(live)
  const { job } = useJobPolling(isPolled ? live.id : undefined, { docket: client })
  return job ? newerJob(job, live) : live
}

function JobHeading({ job, detail }: { job: Job; detail: JobDetail }) {
  return (
    <div className="flex flex-wrap items-start gap-x-8 gap-y-3 pt-6">
      <JobTitle
        job={job}
        parent={{ to: '/batch/$id', params: { id: job.batch_id }, children: jobPageText().batch }}
        className="basis-72 text-2xl"
      />
      <div className="min-w-48 sm:pt-6">
        <JobStatus job={job} />
        {job.status === 'queued' && <QueuePosition detail={detail} />}
      </div>
    </div>
  )
}

function PdfLink({ id }: { id: string }) {
  return (
    <a
      href={client.url(jobRoutes.jobSource, {
        params: { id },
        query: { inline: true },
      })}
      target="_blank"
      rel="noreferrer"
      className={buttonClass.small}
    >
      <FileText aria-hidden="true" className="size-4" />
      {jobPageText().pdf}
    </a>
  )
}
