// @vitest-environment happy-dom
import { act, createElement } from 'react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { mountForTest } from '../../../test/support/web/mount.ts'
import type { ApiClient } from '../../client/api-client.ts'
import { jobRoutes } from '../../domain/api/routes/jobs.ts'
import { client } from '../api/client.ts'
import { refetch } from '../api/refetch.ts'
import { liveJobsQuery } from './feed.ts'
import { useFacets } from './use-facets.ts'

const feedPage = (complete: number) => ({
  jobs: [],
  gone: [],
  counts: { queued: 0, processing: 0, complete, failed: 0, cancelled: 0, expired: 0 },
  needs_review_count: 0,
  active_count: 0,
  next_cursor: null,
  server_time: `2026-01-01T00:00:0${complete}.5Z`,
})

function Count() {
  return useFacets({ period: '2026-01' }).data?.count ?? 'none'
}

it('counts once the feed is ready, so that no later change is missed, and again after a change', async () => {
  const feed: ((page: object) => void)[] = []
  const asked: unknown[] = []
  const call = vi.spyOn(client, 'call').mockImplementation(((route: unknown, request: unknown) => {
    if (route !== jobRoutes.invoiceFacets) return new Promise((resolve) => feed.push(resolve))
    asked.push(request)
    return Promise.resolve({ count: asked.length })
  }) as unknown as ApiClient['call'])
  onTestFinished(() => call.mockRestore())
  const { place, show } = mountForTest()
  const shows = (count: string) => act(() => expect.poll(() => place.textContent).toBe(count))
  await show(createElement(Count))
  expect(asked).toEqual([])
  await act(async () => feed[0]?.(feedPage(1)))
  await shows('1')
  await act(async () => void refetch(liveJobsQuery.queryKey))
  await act(async () => feed[1]?.(feedPage(2)))
  await shows('2')
  expect(asked[1]).toMatchObject({ query: { period: '2026-01' } })
})
