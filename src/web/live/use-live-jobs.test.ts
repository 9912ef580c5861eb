import { QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, onTestFinished } from 'vitest'
import type { Job } from '../../domain/job/job.ts'
import { queryClient } from '../api/client.ts'
import { sampleJob } from '../../../test/fixtures/sample-job.ts'
import { liveJobsQuery } from './feed.ts'
import { useLiveJob } from './use-live-jobs.ts'

function Status({ job }: { job: Job }) {
  return useLiveJob(job).status
}

/** Renders the status of a job that was fetched and that is also in the feed. */
function renderJob(fetched: Job, fed: Job): string {
  onTestFinished(() => queryClient.clear())
  queryClient.setQueryData(liveJobsQuery.queryKey, {
    jobs: new Map([[fed.id, fed]]),
    gone: new Set<string>(),
    counts: { queued: 0, processing: 0, complete: 0, failed: 0, cancelled: 0, expired: 0 },
    needs_review_count: 0,
    active_count: 0,
    server_time: fed.updated_at,
    opened_at: fed.updated_at,
    revision: 1,
  })
  return renderToStaticMarkup(
    createElement(
      QueryClientProvider,
      { client: queryClient },
      createElement(Status, { job: fetched }),
    ),
  )
}

it('shows the newer of a response and a pushed update', () => {
  const earlier = sampleJob({ status: 'processing', updated_at: '2026-01-01T00:00:01.000001Z' })
  const later = sampleJob({ status: 'complete', updated_at: '2026-01-01T00:00:01.000002Z' })
  expect(renderJob(earlier, later)).toBe('complete')
  expect(renderJob(later, earlier)).toBe('complete')
})
