// @vitest-environment happy-dom
import { act, createElement } from 'react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { sampleJob } from '../../../../test/fixtures/sample-job.ts'
import { mountForTest } from '../../../../test/support/web/mount.ts'
import type { ApiClient } from '../../../client/api-client.ts'
import type { PreflightDocument } from '../../../domain/coretax/preflight-result.ts'
import { exportRoutes } from '../../../domain/api/routes/exports.ts'
import { jobRoutes } from '../../../domain/api/routes/jobs.ts'
import { client } from '../../api/client.ts'
import { refetch } from '../../api/refetch.ts'
import { liveJobsQuery, updateJobs } from '../../live/feed.ts'
import { useExportMonth, useOtherSellers, usePreflight } from './use-month.ts'

const counts = { queued: 0, processing: 0, complete: 0, failed: 0, cancelled: 0, expired: 0 }

function feedPage(second: number) {
  return {
    jobs: [],
    gone: [],
    counts,
    needs_review_count: 0,
    active_count: 0,
    next_cursor: null,
    server_time: `2026-01-01T00:00:0${second}.5Z`,
  }
}

/** Answers requests for the feed on demand, and counts export checks. */
function answerRequests() {
  const feed: ((page: object) => void)[] = []
  const checks = { count: 0 }
  const call = vi.spyOn(client, 'call').mockImplementation(((route: unknown) => {
    if (route === exportRoutes.checkExport) return Promise.resolve({ check: ++checks.count })
    return new Promise((resolve) => feed.push(resolve))
  }) as unknown as ApiClient['call'])
  onTestFinished(() => call.mockRestore())
  return { feed, checks }
}

function Month() {
  return JSON.stringify(usePreflight({ period: '2026-01' }).data)
}

it('checks a month once when it opens, and again when a document changes', async () => {
  const { feed, checks } = answerRequests()
  const { place, show } = mountForTest()
  const shows = (check: number) =>
    act(() => expect.poll(() => place.textContent).toBe(JSON.stringify({ check })))
  await show(createElement(Month))
  expect([feed.length, checks.count]).toEqual([1, 0])
  await act(async () => feed[0]?.(feedPage(1)))
  await shows(1)
  await act(async () => void refetch(liveJobsQuery.queryKey))
  await act(async () => feed[1]?.(feedPage(2)))
  await shows(1)
  await act(async () => updateJobs(sampleJob()))
  await act(async () => feed[2]?.(feedPage(3)))
  await shows(2)
  expect(checks.count).toBe(2)
})

it('exports what the user saw, and reports documents that have changed since', async () => {
  const sent: unknown[] = []
  const call = vi.spyOn(client, 'call').mockImplementation(((route: unknown, request: unknown) => {
    if (route !== exportRoutes.exportJobs) return Promise.resolve(feedPage(1))
    sent.push(request)
    return Promise.resolve(new Response('<xml/>', { headers: { 'docket-left-out-count': '2' } }))
  }) as unknown as ApiClient['call'])
  onTestFinished(() => call.mockRestore())
  const documents = ['a', 'b', 'c'].map(
    (id) => ({ id, version: `v-${id}` }) as unknown as PreflightDocument,
  )
  const order = { documents, written: documents.slice(0, 2) }
  function Exporter() {
    const save = useExportMonth({ period: '2026-01' })
    const onClick = () => save.mutate(order)
    return createElement('button', { onClick }, JSON.stringify(save.data ?? null))
  }
  const { place, show } = mountForTest()
  await show(createElement(Exporter))
  await act(async () => place.querySelector('button')?.click())
  // One of the two omitted documents should have been in the file.
  const result = { filename: 'coretax-2026-01.xml', missing: 1 }
  await act(() => expect.poll(() => place.textContent).toBe(JSON.stringify(result)))
  expect(sent).toMatchObject([
    {
      body: {
        ids: ['a', 'b', 'c'],
        confirmed: [
          { id: 'a', version: 'v-a' },
          { id: 'b', version: 'v-b' },
        ],
      },
    },
  ])
})

it('counts the invoices of the month that name another seller or none', async () => {
  const facets = {
    sellers: [
      { value: 'PT Satu', count: 2 },
      { value: 'CV Dua', count: 1 },
    ],
    periods: [{ value: '2026-01', count: 7 }],
  }
  const call = vi
    .spyOn(client, 'call')
    .mockImplementation(((route: unknown) =>
      Promise.resolve(
        route === jobRoutes.invoiceFacets ? facets : feedPage(1),
      )) as ApiClient['call'])
  onTestFinished(() => call.mockRestore())
  function Others({ seller }: { seller?: string }) {
    return useOtherSellers({ period: '2026-01', seller })
  }
  const { place, show } = mountForTest()
  const shows = (count: string) => act(() => expect.poll(() => place.textContent).toBe(count))
  await show(createElement(Others, { seller: 'PT Satu' }))
  await shows('5')
  await show(createElement(Others, { seller: 'PT Tiga' }))
  await shows('7')
  await show(createElement(Others, {}))
  await shows('0')
})
