import { EditorOnly } from '../../api/editor-only.tsx'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { FilePlus2 } from 'lucide-react'
import { useCallback, useState } from 'react'
import type { Job } from '../../../domain/job/job.ts'
import { countJobs, type JobsView, uploadCounts } from './job-filter.ts'
import { toFilterQuery } from './job-pages.ts'
import { InvoiceFilters } from './invoice-filters.tsx'
import { UploadBanner } from './upload-banner.tsx'
import { withParam } from './queue-search.ts'
import { useUpload } from './use-upload.ts'
import { useJobList } from './use-job-list.ts'
import { ColumnHeadings, SortSelect } from './column-headings.tsx'
import { OutageNotice } from '../../jobs/outage-notice.tsx'
import { DetectKind } from '../../jobs/detect-kind.tsx'
import { ReasonGroups } from './reason-groups.tsx'
import { useSelection } from './use-selection.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { useFacets } from '../../live/use-facets.ts'
import { useLiveJobs } from '../../live/use-live-jobs.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { EmptyState } from './empty-state.tsx'
import { FilterChips } from './filter-chips.tsx'
import { JobList, JobListSkeleton } from './job-list.tsx'
import { RetryFailed } from './retry-failed.tsx'
import { SavedViews } from './saved-views.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { usePageTitle } from '../../browser/use-page-title.ts'
import { useCanEdit } from '../../api/me.ts'
import { jobText } from '../../i18n/job-text.ts'
import { uiText } from '../../i18n/ui-text.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'

export function QueuePage() {
  usePageTitle(jobText().queue.title)
  const canEdit = useCanEdit()
  const { status: filter = 'all', q = '', ...search } = useSearch({ from: '/queue' })
  const { upload: uploadId, seller, period, reason, sort = 'created', order = 'desc' } = search
  const live = useLiveJobs().data
  const total = live && countJobs(live, 'all')
  const { data: upload, error } = useUpload(uploadId, live)
  const counts = uploadId === undefined ? live : upload && uploadCounts(upload)
  const view: JobsView = { filter, q, upload, seller, period, reason, sort, order }
  const facets = useFacets(toFilterQuery(view)).data
  const navigate = useNavigate({ from: '/queue' })
  const searchFor = (query: string) =>
    void navigate({
      search: (before) => withParam(before, 'q', query || undefined),
      replace: true,
    })
  return (
    <div data-wide="">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 pt-6 pb-2">
        <h1 className="text-2xl font-bold">{jobText().queue.heading}</h1>
        {(facets?.periods.length ?? 0) > 0 && (
          // On a phone, the header has no room for this link.
          <Link to="/month" className={`${buttonClass.small} sm:hidden`}>
            {uiText.nav.month}
          </Link>
        )}
        <div className="flex items-center gap-2">
          {total !== 0 && <SavedViews />}
          {canEdit && total !== 0 && (
            <Link to="/" className={buttonClass.secondary}>
              <FilePlus2 aria-hidden="true" className="size-4" />
              {jobText().queue.uploadMore}
            </Link>
          )}
        </div>
      </div>
      <div className="top-0 z-10 -mx-3 flex flex-wrap items-center gap-x-3 gap-y-2 bg-paper px-3 pt-2 pb-3 sm:sticky sm:-mx-6 sm:px-6">
        <FilterChips counts={counts} filter={filter} />
        <SearchField q={q} label={jobText().queue.search} onSearch={searchFor} />
        <InvoiceFilters facets={facets} seller={seller} period={period} />
        <SortSelect sort={sort} order={order} className="lg:hidden" />
      </div>
      <ErrorMessage error={error} className="pb-3" />
      <OutageNotice queued={live?.counts.queued ?? 0} />
      {upload && <UploadBanner upload={upload} />}
      <ReasonGroups reasons={facets?.reasons ?? []} current={reason} />
      {(uploadId === undefined || upload) && (
        <Jobs
          key={JSON.stringify([filter, q, search])}
          view={view}
          failed={counts?.counts.failed ?? 0}
          total={facets?.count}
        />
      )}
    </div>
  )
}

const none: readonly Job[] = []

interface JobsProps {
  view: JobsView
  /** Number of failed jobs. */
  failed: number
  /** Number of jobs that match the view, if known. */
  total: number | undefined
}

function Jobs({ view, failed, total }: JobsProps) {
  const { list, jobs: loaded } = useJobList(view)
  const jobs = loaded ?? none
  const { hasNextPage, isFetching, isFetchingNextPage, fetchNextPage } = list
  const selection = useSelection(jobs, list)
  const current = useCurrentRow(jobs, selection.toggle)
  // Changes when a fetch ends, so that a load that was skipped during a refetch runs again.
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage()
  }, [hasNextPage, isFetching, fetchNextPage])
  if (!list.data && list.error) {
    return (
      <LoadFailure reason={jobText().queue.notLoaded} error={list.error} onRetry={list.refetch} />
    )
  }
  if (!loaded) return <JobListSkeleton />
  if (jobs.length === 0 && !hasNextPage) return <EmptyState view={view} />
  return (
    <>
      <EditorOnly>
        <DetectKind jobs={jobs} upload_id={view.upload?.id} />
        {failed > 0 && view.upload === undefined && isWithFailed(view) && (
          <RetryFailed count={failed} />
        )}
      </EditorOnly>
      <ColumnHeadings sort={view.sort} order={view.order} />
      <JobList
        jobs={jobs}
        selected={selection.ids}
        currentIndex={current}
        onSelect={selection.set}
        onReachEnd={loadMore}
      />
      <output className="block min-h-9 pt-3 text-center text-sm text-ink-soft">
        {isFetchingNextPage
          ? jobText().queue.loadingMore
          : jobText().queue.shown(total ?? jobs.length)}
      </output>
      <BulkBar jobs={jobs} selection={selection} total={total} />
    </>
  )
}

function isWithFailed({ filter }: JobsView): boolean {
  return filter !== 'complete' && filter !== 'review'
}

/** Lets the keyboard control the current row: j and k move, x selects, Enter opens. */
function useCurrentRow(jobs: readonly { id: string }[], toggle: (id: string) => void) {
  const navigate = useNavigate()
  const [current, setCurrent] = useState<number>()
  const step = (by: number) =>
    setCurrent((at) => Math.min(Math.max((at ?? (by > 0 ? -1 : 0)) + by, 0), jobs.length - 1))
  const id = current === undefined ? undefined : jobs[current]?.id
  const { shortcuts } = jobText().queue
  useShortcuts([
    { keys: 'j', label: shortcuts.down, run: () => step(1) },
    { keys: 'k', label: shortcuts.up, run: () => step(-1) },
    { keys: 'x', label: shortcuts.choose, run: () => id !== undefined && toggle(id) },
    {
      keys: 'o',
      label: shortcuts.open,
      run: () => id !== undefined && void navigate({ to: '/jobs/$id', params: { id } }),
    },
  ])
  return current
}
