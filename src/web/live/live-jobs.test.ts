import { describe, expect, it } from 'vitest'
import type { Job } from '../../domain/job/job.ts'
import type { JobsPage } from '../../domain/api/routes/jobs.ts'
import { mergePage, findEndedJobs } from './live-jobs.ts'
import { sampleJob } from '../../../test/fixtures/sample-job.ts'

const counts = { queued: 0, processing: 0, complete: 0, failed: 0, cancelled: 0, expired: 0 }

function answer(second: number, jobs: Job[] = []): JobsPage {
  return {
    jobs,
    gone: [],
    counts,
    needs_review_count: 0,
    active_count: 0,
    next_cursor: null,
    server_time: moment(second),
  }
}

function moment(second: number): string {
  return `2026-01-01T00:00:${String(second).padStart(2, '0')}.5Z`
}

const complete = { status: 'complete', completed_at: moment(12), updated_at: moment(12) } as const

describe('mergePage', () => {
  it('keeps the newest version of a job, regardless of response order', () => {
    const job = sampleJob({ updated_at: moment(1) })
    const later = sampleJob({ updated_at: moment(2), progress: 50 })
    const live = [answer(1, [job]), answer(3, [later]), answer(4, [job])].reduce(
      mergePage,
      mergePage(undefined, answer(0)),
    )
    expect([...live.jobs.values()]).toEqual([later])
    expect(live).toMatchObject({ opened_at: moment(0), server_time: moment(4) })
  })

  it('returns the same object if nothing has changed', () => {
    const before = mergePage(undefined, { ...answer(1, [sampleJob()]), gone: ['other'] })
    const after = mergePage(before, { ...answer(2, [sampleJob()]), gone: ['other'] })
    expect(after.jobs).toBe(before.jobs)
    expect(after.gone).toBe(before.gone)
  })

  it('removes jobs that were deleted elsewhere', () => {
    const before = mergePage(undefined, { ...answer(1), gone: ['one'] })
    const live = mergePage(before, { ...answer(2), gone: ['other'] })
    expect(live.gone).toEqual(new Set(['one', 'other']))
  })
})

describe('findEndedJobs', () => {
  const opened = mergePage(undefined, answer(10))

  it('reports a job once, even if responses overlap', () => {
    const ended = mergePage(opened, answer(13, [sampleJob(complete)]))
    expect(findEndedJobs(opened, ended).map((job) => job.status)).toEqual(['complete'])
    expect(findEndedJobs(ended, mergePage(ended, answer(14, [sampleJob(complete)])))).toEqual([])
  })

  it('does not report jobs that ended before the page was opened', () => {
    const old = sampleJob({ ...complete, completed_at: moment(8), updated_at: moment(8) })
    expect(findEndedJobs(opened, mergePage(opened, answer(11, [old])))).toEqual([])
  })
})
