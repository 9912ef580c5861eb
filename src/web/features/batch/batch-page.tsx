import { EditorOnly } from '../../api/editor-only.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { Ban, RotateCw } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { Job } from '../../../domain/job/job.ts'
import { batchRoutes } from '../../../domain/api/routes/batches.ts'
import type { BatchState } from '../../../domain/job/batch.ts'
import { client } from '../../api/client.ts'
import { canCancel, isOtherKind } from '../../jobs/job-operations.ts'
import { OutageNotice } from '../../jobs/outage-notice.tsx'
import { DetectKind } from '../../jobs/detect-kind.tsx'
import { useRefetchOnChange } from '../../api/use-refetch-on-change.ts'
import { updateJobs } from '../../live/feed.ts'
import { newerJob } from '../../live/live-jobs.ts'
import { useLiveJobs } from '../../live/use-live-jobs.ts'
import { MissingNumbersLink } from '../../jobs/missing-numbers-link.tsx'
import { ReadAgain } from '../../jobs/read-again.tsx'
import { MailLink } from './mail-link.tsx'
import { NotifyMe } from './notify-me.tsx'
import { dropAnsweredReasons } from './answered-reasons.ts'
import { BatchDocuments } from './batch-documents.tsx'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { formatPercent } from '../../i18n/format.ts'
import { usePageTitle } from '../../browser/use-page-title.ts'
import { jobText } from '../../i18n/job-text.ts'
import { MutationButton } from '../../ui/action-button.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'

const BatchMeet = lazy(() => import('./batch-meet.tsx'))
const BatchResults = lazy(() => import('./batch-results.tsx'))

const batchKey = (id: string) => ['batch', id]

export function BatchPage() {
  const { id } = useParams({ from: '/batch/$id' })
  const { data, error, refetch } = useQuery({
    queryKey: batchKey(id),
    queryFn: ({ signal }) => client.call(batchRoutes.getBatch, { params: { id }, signal }),
  })
  usePageTitle(jobText().batch.title)
  if (data) return <Batch state={data} />
  return error ? (
    <div className="pt-6">
      <LoadFailure reason={jobText().batch.notLoaded} error={error} onRetry={refetch} />
    </div>
  ) : null
}

function Batch({ state }: { state: BatchState }) {
  const jobs = useCurrentJobs(state.jobs)
  const choice = useSearch({ from: '/batch/$id' })
  useRefetchOnChange(batchKey(state.batch.id), jobs.map(({ status }) => status).join())
  const progress = jobs.reduce((sum, job) => sum + jobProgress(job), 0) / Math.max(1, jobs.length)
  const ended = jobs.filter((job) => !canCancel(job)).length
  const isDone = ended === jobs.length
  const hasResults = jobs.some(({ outputs }) => outputs.length > 0)
  const heading = <BatchHeading state={state} jobs={jobs} />
  const progressBar = !isDone && (
    <div className="pb-4">
      <div className="flex justify-between pb-1 text-sm text-ink-soft">
        <span>{jobText().batch.done(ended, jobs.length)}</span>
        <span>{formatPercent(progress)}</span>
      </div>
      <ProgressBar label={jobText().batch.progress} fraction={progress} />
    </div>
  )
  const documents = (
    <>
      <OutageNotice queued={jobs.filter(({ status }) => status === 'queued').length} />
      <EditorOnly>
        <DetectKind jobs={jobs} />
      </EditorOnly>
      <BatchDocuments jobs={jobs.map((job) => dropAnsweredReasons(job, choice))} />
      <EditorOnly>
        <NotifyMe id={state.batch.id} jobs={jobs} />
        <MailLink id={state.batch.id} />
      </EditorOnly>
      {hasResults && (
        <Suspense>
          <BatchResults id={state.batch.id} jobs={jobs} />
        </Suspense>
      )}
    </>
  )
  if (!jobs.some(hasSwims)) {
    return (
      <>
        {heading}
        {progressBar}
        {documents}
      </>
    )
  }
  return (
    <Suspense fallback={heading}>
      <BatchMeet id={state.batch.id} jobs={jobs} />
      <section aria-label={jobText().batch.documents} className="pt-4 print:hidden">
        <BatchHeading state={state} jobs={jobs} level="h2" />
        {progressBar}
        {documents}
      </section>
    </Suspense>
  )
}

function hasSwims({ summary, outputs }: Job): boolean {
  return outputs.length > 0 && summary?.kind === 'heat_sheet'
}

interface BatchHeadingProps {
  state: BatchState
  jobs: readonly Job[]
  level?: 'h1' | 'h2'
}

/** Shows the number of documents, and actions on all of them. */
function BatchHeading({ state, jobs, level: Heading = 'h1' }: BatchHeadingProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pt-6 pb-3">
      <Heading className={`${Heading === 'h1' ? 'text-2xl' : 'text-lg'} font-bold`}>
        {jobs.length === 1 ? jobText().batch.one : jobText().batch.heading(jobs.length)}
      </Heading>
      <p className="text-ink-soft">{jobText().batch.status[state.batch.status]}</p>
      <EditorOnly>
        <BatchActions id={state.batch.id} jobs={jobs} />
      </EditorOnly>
    </div>
  )
}

function jobProgress(job: Job): number {
  return canCancel(job) ? job.progress / 100 : 1
}

/** Returns the current version of each job, in upload order. */
function useCurrentJobs(jobs: readonly Job[]): Job[] {
  const live = useLiveJobs().data?.jobs
  return jobs.map((job) => newerJob(job, live?.get(job.id)))
}

function BatchActions({ id, jobs }: { id: string; jobs: readonly Job[] }) {
  const failed = jobs.filter((job) => job.status === 'failed' && !isOtherKind(job)).length
  const act = (route: typeof batchRoutes.cancelBatch | typeof batchRoutes.retryBatch) => ({
    mutationFn: async () => {
      const state = await client.call(route, { params: { id } })
      updateJobs(...state.jobs)
    },
  })
  const cancel = useMutation(act(batchRoutes.cancelBatch))
  const retry = useMutation(act(batchRoutes.retryBatch))
  const error = cancel.error ?? retry.error
  return (
    <div className="ml-auto flex flex-wrap items-center gap-2 print:hidden">
      {jobs.some(canCancel) && (
        <MutationButton icon={Ban} mutation={cancel}>
          {jobText().batch.cancel}
        </MutationButton>
      )}
      {failed > 0 && (
        <MutationButton icon={RotateCw} mutation={retry}>
          {jobText().batch.retry(failed)}
        </MutationButton>
      )}
      <MissingNumbersLink jobs={jobs} />
      <ReadAgain jobs={jobs} />
      <ErrorMessage error={error} className="basis-full text-sm" />
    </div>
  )
}
