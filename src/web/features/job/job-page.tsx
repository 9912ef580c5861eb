import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { FileText, ScanSearch } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { toAppError } from '../../../domain/errors/errors.ts'
import type { Job, JobDetail } from '../../../domain/job/job.ts'
import { jobRoutes } from '../../../domain/api/routes/jobs.ts'
import { client } from '../../api/client.ts'
import { useRefetchOnChange } from '../../api/use-refetch-on-change.ts'
import { useLiveJob } from '../../live/use-live-jobs.ts'
import { Attempts } from './attempts.tsx'
import { JobFacts } from './job-facts.tsx'
import { ForDevelopers } from './for-developers.tsx'
import { ShareLink } from './share-link.tsx'
import { Timeline } from './timeline.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { ErrorText } from '../../ui/error-text.tsx'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { ReadAgain } from '../../jobs/read-again.tsx'
import { DeleteJobs } from '../../jobs/delete-jobs.tsx'
import { DownloadLinks } from '../../jobs/download-links.tsx'
import { JobActions } from '../../jobs/job-actions.tsx'
import { JobReason } from '../../jobs/job-reason.tsx'
import { JobStatus } from '../../jobs/job-status.tsx'
import { PageSection } from '../../ui/page-section.tsx'
import { usePageTitle } from '../../browser/use-page-title.ts'
import { jobPageWords } from '../../i18n/job-page-words.ts'
import { jobWords } from '../../i18n/job-words.ts'

const JobResult = lazy(() => import('./job-result.tsx'))

const jobKey = (id: string) => ['job', id]

export function JobPage() {
  const { id } = useParams({ from: '/jobs/$id' })
  const { data, error, refetch } = useQuery({
    queryKey: jobKey(id),
    queryFn: ({ signal }) => client.call(jobRoutes.getJob, { params: { id }, signal }),
  })
  usePageTitle(data?.original_filename ?? jobPageWords().title)
  if (data) return <JobDetails detail={data} />
  return error ? (
    <div className="pt-6">
      <FailureNotice reason={jobPageWords().notLoaded} onRetry={() => void refetch()}>
        <ErrorText error={toAppError(error)} />
      </FailureNotice>
    </div>
  ) : null
}

function JobDetails({ detail }: { detail: JobDetail }) {
  const job = useLiveJob(detail)
  useRefetchOnChange(jobKey(job.id), job.updated_at)
  const navigate = useNavigate()
  return (
    <>
      <JobHeading job={job} />
      <div className="pt-3">
        <JobReason job={job} />
      </div>
      <div className="flex flex-wrap gap-2 pt-4 empty:hidden">
        <DownloadLinks job={job} />
        <JobActions job={job} />
        {job.status === 'complete' && !job.needs_review && (
          <Link to="/review/$id" params={{ id: job.id }} className={buttonClass.small}>
            <ScanSearch aria-hidden="true" className="size-4" />
            {jobWords().job.edit}
          </Link>
        )}
        {job.bytes !== null && <PdfLink id={job.id} />}
        <ReadAgain jobs={[job]} />
        <DeleteJobs jobs={[job]} onDeleted={() => void navigate({ to: '/queue' })} />
      </div>
      {job.status === 'complete' && (
        <Suspense>
          <JobResult job={job} />
        </Suspense>
      )}
      <div className="grid gap-x-10 md:grid-cols-2">
        <PageSection heading={jobPageWords().attempts}>
          <Attempts attempts={detail.attempts} />
        </PageSection>
        <PageSection heading={jobPageWords().facts}>
          <JobFacts job={job} />
        </PageSection>
      </div>
      <Timeline job={job} />
      {job.status === 'complete' && <ShareLink job={job} />}
      <ForDevelopers job={job} detail={detail} />
    </>
  )
}

function JobHeading({ job }: { job: Job }) {
  return (
    <div className="flex flex-wrap items-start gap-x-8 gap-y-3 pt-6">
      <div className="min-w-0 flex-1 basis-72">
        <nav className="flex gap-4 text-sm">
          <Link to="/queue" className="text-accent underline-offset-4 hover:underline">
            {jobWords().queue.title}
          </Link>
          <Link
            to="/batch/$id"
            params={{ id: job.batch_id }}
            className="text-accent underline-offset-4 hover:underline"
          >
            {jobPageWords().batch}
          </Link>
        </nav>
        <h1 className="pt-1 text-2xl font-bold wrap-anywhere">
          <bdi>{job.original_filename}</bdi>
        </h1>
      </div>
      <div className="min-w-48 sm:pt-6">
        <JobStatus job={job} />
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
      {jobPageWords().pdf}
    </a>
  )
}
