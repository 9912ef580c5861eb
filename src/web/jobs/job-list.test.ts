import { describe, expect, it, vi } from 'vitest'
import { type Client, createClient } from '../../client/client.ts'
import type { Job } from '../../domain/job.ts'
import { fetchSlice, type JobsSlice, mergeJobs, placesOf } from './job-list.ts'
import { sampleJob } from './sample-job.ts'

function jobAt(minute: number, given: Partial<Job> = {}): Job {
  const id = `00000000-0000-7000-8000-0000000000${String(minute).padStart(2, '0')}`
  const created_at = `2026-01-01T00:${String(minute).padStart(2, '0')}:00Z`
  return sampleJob({ id, created_at, ...given })
}

function slice(jobs: Job[], hasMore = false): JobsSlice {
  return { jobs, server_time: '2026-01-01T00:30:00Z', next: hasMore ? [{ cursor: 'more' }] : [] }
}

function live(...jobs: Job[]): ReadonlyMap<string, Job> {
  return new Map(jobs.map((job) => [job.id, job]))
}

describe('mergeJobs', () => {
  const changed = { updated_at: '2026-01-01T00:31:00Z' }

  it('shows changed jobs as they are and puts new ones on top', () => {
    const done = jobAt(10, { ...changed, status: 'complete' })
    const added = jobAt(31, changed)
    const rows = mergeJobs([slice([jobAt(20), jobAt(10)])], live(done, added), 'all')
    expect(rows).toEqual([added, jobAt(20), done])
  })

  it('drops what no longer fits the filter and takes in what now does', () => {
    const done = jobAt(10, { ...changed, status: 'complete' })
    expect(mergeJobs([slice([jobAt(10)])], live(done), 'active')).toEqual([])
    expect(mergeJobs([slice([])], live(done), 'complete')).toEqual([done])
  })

  it('leaves a job whose place is further down for the page it belongs to', () => {
    const far = jobAt(1, changed)
    expect(mergeJobs([slice([jobAt(20)], true)], live(far), 'all')).toEqual([jobAt(20)])
    expect(mergeJobs([slice([jobAt(20)])], live(far), 'all')).toEqual([jobAt(20), far])
  })

  it('forgets a job that a later list no longer holds', () => {
    const gone = jobAt(15, { updated_at: '2026-01-01T00:16:00Z' })
    expect(mergeJobs([slice([jobAt(20)])], live(gone), 'all')).toEqual([jobAt(20)])
  })
})

describe('fetchSlice', () => {
  it('asks for each status of a filter, and goes on only where there is more', async () => {
    const listJobs = vi.fn<Client['listJobs']>(({ status } = {}) =>
      Promise.resolve({
        jobs: [],
        counts: { queued: 0, processing: 0, complete: 0, failed: 0, cancelled: 0, expired: 0 },
        active_count: 0,
        next_cursor: status === 'queued' ? 'more' : null,
        server_time: '2026-01-01T00:30:00Z',
      }),
    )
    const client = { ...createClient(), listJobs }
    const { next } = await fetchSlice(client, placesOf('active'), new AbortController().signal)
    expect(listJobs.mock.calls.map(([query]) => query)).toEqual([
      { status: 'queued' },
      { status: 'processing' },
    ])
    expect(next).toEqual([{ status: 'queued', cursor: 'more' }])
  })
})
