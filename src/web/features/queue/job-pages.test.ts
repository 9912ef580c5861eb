import { describe, expect, it, vi } from 'vitest'
import { createApiClient } from '../../../client/api-client.ts'
import type { Job } from '../../../domain/job/job.ts'
import type { JobsView } from './job-filter.ts'
import { fetchChunk, type JobsChunk, mergeJobs, firstPageQuery } from './job-pages.ts'
import { sampleJob } from '../../../../test/fixtures/sample-job.ts'

function jobAt(minute: number, overrides: Partial<Job> = {}): Job {
  const id = `00000000-0000-7000-8000-0000000000${String(minute).padStart(2, '0')}`
  const created_at = `2026-01-01T00:${String(minute).padStart(2, '0')}:00Z`
  return sampleJob({ id, created_at, ...overrides })
}

function slice(jobs: Job[], hasMore = false): JobsChunk {
  return {
    jobs,
    server_time: '2026-01-01T00:30:00Z',
    next: hasMore ? { cursor: 'more' } : undefined,
  }
}

function liveJobs(...jobs: Job[]) {
  return { jobs: new Map(jobs.map((job) => [job.id, job])), gone: new Set<string>() }
}

const all = { filter: 'all', q: '', sort: 'created', order: 'desc' } as const

describe('mergeJobs', () => {
  const changed = { updated_at: '2026-01-01T00:31:00Z' }

  it('updates changed jobs and puts new jobs on top', () => {
    const done = jobAt(10, { ...changed, status: 'complete' })
    const added = jobAt(31, changed)
    const rows = mergeJobs([slice([jobAt(20), jobAt(10)])], liveJobs(done, added), all)
    expect(rows).toEqual([added, jobAt(20), done])
  })

  it('removes jobs that no longer match the filter and adds jobs that now match', () => {
    const done = jobAt(10, { ...changed, status: 'complete' })
    expect(mergeJobs([slice([jobAt(10)])], liveJobs(done), { ...all, filter: 'active' })).toEqual(
      [],
    )
    expect(mergeJobs([slice([])], liveJobs(done), { ...all, filter: 'complete' })).toEqual([done])
  })

  it('adds a new job only if it matches the search and removes a deleted job', () => {
    const billJob = jobAt(31, { ...changed, original_filename: 'Bill.pdf' })
    const rows = (q: string, deletedIds: string[] = []) =>
      mergeJobs([slice([])], { ...liveJobs(billJob), gone: new Set(deletedIds) }, { ...all, q })
    expect(rows('bILL')).toEqual([billJob])
    expect(rows('invoice')).toEqual([])
    expect(rows('', [billJob.id])).toEqual([])
  })

  it('does not insert a job that belongs on a later page', () => {
    const laterPageJob = jobAt(1, changed)
    expect(mergeJobs([slice([jobAt(20)], true)], liveJobs(laterPageJob), all)).toEqual([jobAt(20)])
    expect(mergeJobs([slice([jobAt(20)])], liveJobs(laterPageJob), all)).toEqual([
      jobAt(20),
      laterPageJob,
    ])
  })

  it('removes a job that a later list no longer contains', () => {
    const missingJob = jobAt(15, { updated_at: '2026-01-01T00:16:00Z' })
    expect(mergeJobs([slice([jobAt(20)])], liveJobs(missingJob), all)).toEqual([jobAt(20)])
  })
})

it('shows live invoices only if their seller and month match', () => {
  const summary = { number: null, buyer: null, total: null, currency: null }
  const invoice = { ...summary, kind: 'invoice', seller: 'CV Lain', date: '2026-03-01' } as const
  const job = jobAt(31, { updated_at: '2026-01-01T00:31:00Z', summary: invoice })
  const merge = (view: Partial<JobsView>) =>
    mergeJobs([slice([])], liveJobs(job), { ...all, ...view })
  expect(merge({ seller: 'CV Lain', period: '2026-03' })).toEqual([job])
  expect(merge({ seller: 'PT Ini' })).toEqual([])
  expect(merge({ period: '2026-04' })).toEqual([])
  expect(firstPageQuery({ ...all, seller: 'CV Lain', period: '2026-03' })).toEqual({
    seller: 'CV Lain',
    period: '2026-03',
  })
})

it('keeps the order of the view, and inserts no job that belongs on a later page', () => {
  const summary = { seller: null, buyer: null, date: null, currency: null, number: null }
  const invoice = (minute: number, total: string) =>
    jobAt(minute, {
      updated_at: '2026-01-01T00:31:00Z',
      summary: { ...summary, kind: 'invoice', total },
    })
  const [small, middle, large] = [invoice(1, '5'), invoice(2, '40'), invoice(3, '300')]
  const view = { ...all, sort: 'total', order: 'asc' } as const
  const live = liveJobs(small, large)
  expect(mergeJobs([slice([middle])], live, view)).toEqual([small, middle, large])
  expect(mergeJobs([slice([middle], true)], live, view)).toEqual([small, middle])
})

it('shows live jobs with the selected review reason only', () => {
  const review_reasons = [{ code: 'tax_differs', path: null, params: {}, message: '' }]
  const job = jobAt(31, { updated_at: '2026-01-01T00:31:00Z', needs_review: true, review_reasons })
  const merge = (reason: string) => mergeJobs([slice([])], liveJobs(job), { ...all, reason })
  expect(merge('tax_differs')).toEqual([job])
  expect(merge('sum_differs')).toEqual([])
})

it('fetches a page in the order of the view', async () => {
  const fetch = vi.fn<(url: string) => Promise<Response>>(() =>
    Promise.resolve(
      Response.json({
        jobs: [],
        gone: null,
        counts: { queued: 0, processing: 0, complete: 0, failed: 0, cancelled: 0, expired: 0 },
        needs_review_count: 0,
        active_count: 0,
        next_cursor: 'more',
        server_time: '2026-01-01T00:30:00Z',
      }),
    ),
  )
  const client = createApiClient({ fetch: fetch as unknown as typeof globalThis.fetch })
  const place = firstPageQuery({ ...all, filter: 'active', q: 'bill', sort: 'date' })
  const { next } = await fetchChunk(client, place, new AbortController().signal)
  expect(fetch.mock.calls[0]?.[0]).toBe(
    '/api/jobs?q=bill&status=active&sort=date&order=desc&limit=100',
  )
  expect(next).toEqual({ q: 'bill', status: 'active', sort: 'date', order: 'desc', cursor: 'more' })
})
