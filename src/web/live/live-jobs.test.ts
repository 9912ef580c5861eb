import { describe, expect, it } from 'vitest'
import type { Job } from '../../domain/job/job.ts'
import type { JobsPage } from '../../domain/api/routes/jobs.ts'
import { mergePage, findEndedJobs } from './live-jobs.ts'
import { sampleJob } from '../../../test/fixtures/sample-job.ts'

const counts = { queued: 0, processing: 0, complete: 0, failed: 0, cancelled: 0, expired: 0 }

function createPage(second: number, jobs: Job[] = []): JobsPage {
  return {
    jobs,
    gone: [],
    counts,
    needs_review_count: 0,
    active_count: 0,
    next_cursor: null,
    server_time: timestampAt(second),
  }
}

function timestampAt(second: number): string {
  return `2026-01-01T00:00:${String(second).padStart(2, '0')}.5Z`
}

const complete = {
  status: 'complete',
  completed_at: timestampAt(12),
  updated_at: timestampAt(12),
} as const

describe('mergePage', () => {
  it('keeps the newest version of a job, regardless of response order', () => {
    const job = sampleJob({ updated_at: timestampAt(1) })
    const later = sampleJob({ updated_at: timestampAt(2), progress: 50 })
    const live = [createPage(1, [job]), createPage(3, [later]), createPage(4, [job])].reduce(
      mergePage,
      mergePage(undefined, createPage(0)),
    )
    expect([...live.jobs.values()]).toEqual([later])
    expect(live).toMatchObject({ opened_at: timestampAt(0), server_time: timestampAt(4) })
  })

  it('returns the same object if nothing has changed', () => {
    const before = mergePage(undefined, { ...createPage(1, [sampleJob()]), gone: ['other'] })
    const after = mergePage(before, { ...createPage(2, [sampleJob()]), gone: ['other'] })
    expect(after.jobs).toBe(before.jobs)
    expect(after.gone).toBe(before.gone)
  })

  it('removes jobs that were deleted elsewhere', () => {
    const before = mergePage(undefined, { ...createPage(1), gone: ['one'] })
    const live = mergePage(before, { ...createPage(2), gone: ['other'] })
    expect(live.gone).toEqual(new Set(['one', 'other']))
  })
})

describe('findEndedJobs', () => {
  const opened = mergePage(undefined, createPage(10))

  it('reports a job once, even if responses overlap', () => {
    const ended = mergePage(opened, createPage(13, [sampleJob(complete)]))
    expect(findEndedJobs(opened, ended).map((job) => job.status)).toEqual(['complete'])
    expect(findEndedJobs(ended, mergePage(ended, createPage(14, [sampleJob(complete)])))).toEqual(
      [],
    )
  })

  it('does not report jobs that ended before the page was opened', () => {
    const old = sampleJob({ ...complete, completed_at: timestampAt(8), updated_at: timestampAt(8) })
    expect(findEndedJobs(opened, mergePage(opened, createPage(11, [old])))).toEqual([])
  })
})
