import { Link, useLocation, useSearch } from '@tanstack/react-router'
import { FilePlus2 } from 'lucide-react'
import { useEffect } from 'react'
import { toAppError } from '../../domain/errors.ts'
import type { Job } from '../../domain/job.ts'
import { countOf, type JobFilter } from '../jobs/job-filter.ts'
import { rowIdOf } from '../jobs/row-id.ts'
import { useJobList } from '../jobs/use-job-list.ts'
import { useLiveJobs } from '../jobs/use-live-jobs.ts'
import { buttonClass } from '../parts/button.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { FilterChips } from '../parts/filter-chips.tsx'
import { JobList, JobListSkeleton } from '../parts/job-list.tsx'
import { usePageTitle } from '../use-page-title.ts'
import { words } from '../words.ts'

export function QueuePage() {
  usePageTitle(words.queue.title)
  const { status: filter = 'all' } = useSearch({ from: '/queue' })
  const counts = useLiveJobs().data?.counts
  const total = counts && countOf(counts, 'all')
  return (
    <>
      <div className="flex flex-wrap min-h-21 items-center gap-x-6 gap-y-3 pt-6 pb-4">
        <h1 className="text-2xl font-bold">{words.queue.heading}</h1>
        <div className="order-last basis-full md:order-none md:flex-1 md:basis-auto">
          <FilterChips counts={counts} />
        </div>
        {total !== 0 && (
          <Link to="/" className={`${buttonClass.secondary} ml-auto`}>
            <FilePlus2 aria-hidden="true" className="size-4" />
            {words.queue.uploadMore}
          </Link>
        )}
      </div>
      <Jobs key={filter} filter={filter} total={counts && countOf(counts, filter)} />
    </>
  )
}

function Jobs({ filter, total }: { filter: JobFilter; total: number | undefined }) {
  const { list, jobs } = useJobList(filter)
  const wantedRow = useLocation({ select: (location) => location.hash })
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list
  const isMissing = wantedRow !== '' && !hasRow(jobs, wantedRow)
  useEffect(() => {
    if (isMissing && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [isMissing, hasNextPage, isFetchingNextPage, fetchNextPage])

  if (!jobs && list.error) {
    return (
      <FailureNotice reason={words.queue.notLoaded} onRetry={() => void list.refetch()}>
        {toAppError(list.error).message}
      </FailureNotice>
    )
  }
  if (!jobs) return <JobListSkeleton />
  if (jobs.length === 0 && !hasNextPage) return <EmptyState filter={filter} />
  return (
    <>
      <JobList jobs={jobs} wantedRow={wantedRow} />
      {hasNextPage && (
        <div className="flex items-center justify-center gap-4 pt-4">
          <button
            type="button"
            className={buttonClass.secondary}
            disabled={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            {isFetchingNextPage ? words.queue.showingMore : words.queue.showMore}
          </button>
          {total !== undefined && (
            <span className="text-sm text-ink-soft">{words.queue.shown(jobs.length, total)}</span>
          )}
        </div>
      )}
    </>
  )
}

function hasRow(jobs: readonly Job[] | undefined, row: string): boolean {
  return jobs?.some((job) => rowIdOf(job.id) === row) ?? false
}
