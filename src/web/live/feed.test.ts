import { QueryObserver } from '@tanstack/react-query'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { ApiClient } from '../../client/api-client.ts'
import type { JobsPage } from '../../domain/api/routes/jobs.ts'
import { client, queryClient } from '../api/client.ts'
import { sampleJob } from '../../../test/fixtures/sample-job.ts'
import { updateJobs, markDeleted, liveJobsQuery } from './feed.ts'

interface PendingRequest {
  signal: AbortSignal
  respond: (active: number) => Promise<void>
}

/** Subscribes to a feed. The test decides when the server responds. */
function startSheetChecks(): PendingRequest[] {
  const requests: PendingRequest[] = []
  const call = vi.spyOn(client, 'call').mockImplementation(
    ((_: unknown, { signal }: PendingRequest) =>
      new Promise<JobsPage>((resolve) => {
        const respond = async (active_count: number) => {
          resolve(aPage(active_count))
          await vi.waitFor(() =>
            expect(observer.getCurrentResult().data).toMatchObject({ active_count }),
          )
        }
        requests.push({ signal, respond })
      })) as unknown as ApiClient['call'],
  )
  const observer = new QueryObserver(queryClient, liveJobsQuery)
  const unsubscribe = observer.subscribe(() => undefined)
  onTestFinished(() => {
    unsubscribe()
    queryClient.clear()
    call.mockRestore()
  })
  return requests
}

function aPage(active_count: number): JobsPage {
  return {
    jobs: [],
    gone: [],
    counts: { queued: 0, processing: 0, complete: 0, failed: 0, cancelled: 0, expired: 0 },
    needs_review_count: 0,
    active_count,
    next_cursor: null,
    server_time: '2026-01-01T00:00:00.5Z',
  }
}

it('delivers a response during continuous changes, and refetches once', async () => {
  const requests = startSheetChecks()
  await requests[0]?.respond(1)
  updateJobs(sampleJob())
  for (let update = 0; update < 5; update++) updateJobs(sampleJob())
  markDeleted('other')
  expect(requests).toHaveLength(2)
  expect(requests[1]?.signal.aborted).toBe(false)
  await requests[1]?.respond(2)
  await vi.waitFor(() => expect(requests).toHaveLength(3))
  await requests[2]?.respond(3)
  expect(requests).toHaveLength(3)
  updateJobs(sampleJob())
  await vi.waitFor(() => expect(requests).toHaveLength(4))
})
