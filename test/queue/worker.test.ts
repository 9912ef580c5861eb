import { once } from 'node:events'
import { setImmediate as nextTick } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { AppError } from '../../src/domain/errors/app-error.ts'
import type { Handler } from '../../src/queue/attempt.ts'
import { rescueLostJobs } from '../../src/queue/rescue-lost-jobs.ts'
import { cancelJob } from '../../src/db/jobs/transitions.sql.ts'
import { notifyQueued } from '../../src/db/jobs/lock-and-notify.sql.ts'
import type { Database } from '../../src/db/db.ts'
import { databaseForTest } from '../support/database/database.ts'
import { deferred } from '../support/processes/deferred.ts'
import { readEvents, owner, queueJobs, readStatus } from '../support/database/jobs.ts'
import { succeed, work, workUntil } from '../support/database/worker.ts'

/** Creates a database that delays its response to one kind of statement until `then` has ended. */
function delayResponses(db: Database, part: string, then: () => Promise<void> | void): Database {
  return {
    ...db,
    query: async <Row>(text: string, values?: unknown[]) => {
      const rows = await db.query<Row>(text, values)
      if (text.includes(part)) await then()
      return rows
    },
  }
}

/** Lease for jobs that must not be lost, in seconds. It is longer than any pause on a busy machine. */
const leaseSeconds = 6

describe('a worker', () => {
  it('P9: completes every job exactly once alongside other workers', async () => {
    const database = await databaseForTest()
    const { db } = database
    for (const _ of Array(10)) await queueJobs(db, 6)
    for (const workerId of ['a', 'b', 'c']) work(database, succeed, { workerId, concurrency: 4 })
    await vi.waitFor(
      async () => {
        const left = await db.query(`select 1 from jobs where status <> 'complete' limit 1`)
        expect(left).toEqual([])
      },
      { interval: 50 },
    )
    const twice = await db.query(
      `select job_id from events where type in ('claim', 'complete')
      group by job_id, type having count(*) <> 1`,
    )
    expect(twice).toEqual([])
  })

  it('P14: retries temporary failures later and keeps the error; fails others immediately', async () => {
    const database = await databaseForTest()
    const [passing] = await queueJobs(database.db, 1, { original_filename: 'passing.pdf' })
    const [broken] = await queueJobs(database.db, 1, { original_filename: 'broken.pdf' })
    work(database, async (job) => {
      throw new AppError(job.original_filename === 'broken.pdf' ? 'BROKEN_PDF' : 'IO_ERROR')
    })
    await vi.waitFor(async () => {
      expect(await readEvents(database.db, passing?.batch_id ?? '')).toContain('3 retry')
      expect(await readStatus(database.db, broken?.id ?? '')).toBe('failed')
    })
    const rows = await database.db.query(
      `select status, error_code, attempt_count, run_at > last_attempt_at + interval '4 s' as waits
      from jobs order by original_filename`,
    )
    expect(rows).toEqual([
      { status: 'failed', error_code: 'BROKEN_PDF', attempt_count: 1, waits: false },
      { status: 'queued', error_code: 'IO_ERROR', attempt_count: 1, waits: true },
    ])
  })

  it('releases unfinished jobs at shutdown without counting the attempt', async () => {
    const database = await databaseForTest()
    const [job] = await queueJobs(database.db)
    const started = deferred()
    const worker = work(database, async (_, { signal }) => {
      started.resolve()
      await once(signal, 'abort')
      throw new Error('the child was killed')
    })
    await started.promise
    await worker.stop(0)
    const rows = await database.db.query(
      'select status, attempt_count, epoch, leased_by from jobs where id = $1',
      [job?.id],
    )
    expect(rows).toEqual([{ status: 'queued', attempt_count: 0, epoch: 1, leased_by: null }])
    expect(await database.db.query('select * from workers')).toEqual([])
  })

  it('lets running jobs finish at shutdown if they are fast enough', async () => {
    const database = await databaseForTest()
    const [job] = await queueJobs(database.db)
    const finish = deferred()
    const worker = await workUntil(finish.promise, database)
    const stopped = worker.stop(10_000)
    finish.resolve()
    await stopped
    expect(await readStatus(database.db, job?.id ?? '')).toBe('complete')
  })

  it('drops a late result if the lease was lost: only the next worker decides', async () => {
    const database = await databaseForTest()
    const { db } = database
    const [job] = await queueJobs(db)
    const frozen = deferred()
    const thaw = deferred()
    const late = work(
      database,
      async (claimed, attempt) => {
        frozen.resolve()
        await thaw.promise
        return succeed(claimed, attempt)
      },
      { concurrency: 1 },
    )
    await frozen.promise
    await db.query(`update jobs set lease_expires_at = now() - interval '1 s'`)
    await rescueLostJobs(db, 3)
    await db.query('update jobs set run_at = now()')
    work(database, succeed, { workerId: 'worker-b' })
    await vi.waitFor(async () => expect(await readStatus(db, job?.id ?? '')).toBe('complete'))
    thaw.resolve()
    await late.stop(10_000)
    const rows = await db.query('select epoch, result_key, attempt_count from jobs')
    expect(rows).toEqual([{ epoch: 2, result_key: `results/${job?.id}/2`, attempt_count: 1 }])
    expect(await readEvents(db, job?.batch_id ?? '')).toEqual([
      '1 queue',
      '2 claim',
      '3 rescue',
      '4 claim',
      '5 complete',
      '6 finish',
    ])
  })

  it('aborts a cancelled job within one heartbeat', async () => {
    const database = await databaseForTest()
    const [job] = await queueJobs(database.db)
    const started = deferred()
    const aborted = deferred()
    const handler: Handler = async (_, { signal }) => {
      started.resolve()
      await once(signal, 'abort')
      aborted.resolve()
      throw signal.reason
    }
    work(database, handler, { leaseSeconds: 1 })
    await started.promise
    await cancelJob(database.db, job?.id ?? '', owner)
    await aborted.promise
    expect(await readStatus(database.db, job?.id ?? '')).toBe('cancelled')
  })

  it('renews a lease for as long as the work takes', async () => {
    const database = await databaseForTest()
    const [job] = await queueJobs(database.db)
    const handler: Handler = async (claimed, attempt) => {
      const lease = () => database.db.query('select lease_expires_at from jobs')
      const before = await lease()
      await vi.waitFor(async () => expect(await lease()).not.toEqual(before))
      return succeed(claimed, attempt)
    }
    work(database, handler, { leaseSeconds })
    await vi.waitFor(async () => {
      expect(await readStatus(database.db, job?.id ?? '')).toBe('complete')
    })
    expect(await readEvents(database.db, job?.batch_id ?? '')).not.toContain('3 rescue')
  })

  it('does not rescue its own jobs after it was frozen for longer than a lease', async () => {
    const database = await databaseForTest()
    const { db } = database
    const [job] = await queueJobs(db)
    const renewed = deferred()
    const lookedForLost = deferred()
    const watched = delayResponses(db, 'from running_jobs join jobs', lookedForLost.resolve)
    const handler: Handler = async (claimed, attempt) => {
      // The first heartbeat has nothing to renew, so its time is not predictable.
      await lookedForLost.promise
      await db.query(`update jobs set lease_expires_at = now() - interval '1 s'`)
      await renewed.promise
      return succeed(claimed, attempt)
    }
    work({ ...database, db: watched }, handler, { leaseSeconds })
    await vi.waitFor(async () => {
      const rows = await db.query(`select 1 from jobs where lease_expires_at > now()`)
      expect(rows).toHaveLength(1)
    })
    renewed.resolve()
    await vi.waitFor(async () => expect(await readStatus(db, job?.id ?? '')).toBe('complete'))
    const events = await readEvents(db, job?.batch_id ?? '')
    expect(events).toEqual(['1 queue', '2 claim', '3 complete', '4 finish'])
  })

  it('aborts all work if the database does not respond for as long as a lease lasts', async () => {
    const database = await databaseForTest()
    await queueJobs(database.db)
    const aborted = deferred()
    let isAway = false
    const flaky: Database = {
      ...database.db,
      query: async (text, values) => {
        if (isAway) throw new AppError('UNAVAILABLE')
        return database.db.query(text, values)
      },
    }
    const handler: Handler = async (_, { signal }) => {
      isAway = true
      await once(signal, 'abort')
      aborted.resolve()
      throw signal.reason
    }
    work({ ...database, db: flaky }, handler, { leaseSeconds: 1 })
    await aborted.promise
    const [row] = await database.db.query<{ status: string }>('select status from jobs')
    expect(row?.status).toBe('processing')
    isAway = false
  })

  it('starts immediately when notified of a queued job', async () => {
    const database = await databaseForTest()
    work(database, succeed, { pollMs: 600_000 })
    await vi.waitFor(async () => {
      const listening = await database.db.query(
        `select 1 from pg_stat_activity where datname = current_database()
          and query like 'listen%' and state = 'idle'`,
      )
      expect(listening).toHaveLength(1)
    })
    const [job] = await queueJobs(database.db)
    await notifyQueued(database.db)
    await vi.waitFor(async () => {
      expect(await readStatus(database.db, job?.id ?? '')).toBe('complete')
    })
  })

  it('claims again when notified during a claim', async () => {
    const database = await databaseForTest()
    const looked = deferred()
    const response = deferred()
    let notifyWorker: () => void = () => undefined
    const slow: Database = {
      ...delayResponses(database.db, 'complete_and_claim_jobs', () => {
        looked.resolve()
        return response.promise
      }),
      listen: (_, onNotify) => {
        notifyWorker = onNotify
        return { close: async () => undefined }
      },
    }
    work({ ...database, db: slow }, succeed, { pollMs: 600_000 })
    await looked.promise
    const [job] = await queueJobs(database.db)
    notifyWorker()
    await nextTick()
    await nextTick()
    response.resolve()
    await vi.waitFor(async () => {
      expect(await readStatus(database.db, job?.id ?? '')).toBe('complete')
    })
  })

  it('claims again after a failed claim', async () => {
    const database = await databaseForTest()
    const [job] = await queueJobs(database.db)
    let rejections = 1
    const flaky: Database = {
      ...database.db,
      query: async (text, values) => {
        if (text.includes('complete_and_claim_jobs') && rejections-- > 0)
          throw new AppError('UNAVAILABLE')
        return database.db.query(text, values)
      },
      listen: () => ({ close: async () => undefined }),
    }
    work({ ...database, db: flaky }, succeed, { pollMs: 600_000 })
    await vi.waitFor(async () => {
      expect(await readStatus(database.db, job?.id ?? '')).toBe('complete')
    })
  })

  it('claims up to its free capacity, although each claim leaves half to the next', async () => {
    const database = await databaseForTest()
    for (const _ of Array(14)) await queueJobs(database.db, 10)
    const started = new Set<string>()
    const holdJob: Handler = async (job, { signal }) => {
      started.add(job.id)
      await once(signal, 'abort')
      return succeed(job, {} as never)
    }
    work(database, holdJob, { concurrency: 120, pollMs: 600_000 })
    await vi.waitFor(() => expect(started.size).toBe(120))
    const claims = await database.db.query(
      `select count(*)::integer as jobs from jobs where status = 'processing' group by last_attempt_at`,
    )
    expect(claims).toEqual([{ jobs: 60 }, { jobs: 60 }])
  })

  it('P12: reports progress that only increases, from 0 to 100', async () => {
    const database = await databaseForTest()
    const [job] = await queueJobs(database.db)
    const handler: Handler = async (claimed, attempt) => {
      for (const progress of [20, 35, 30, 50, 90]) {
        attempt.report('reading', progress)
        await vi.waitFor(async () => {
          const rows = await database.db.query<{ progress: number }>('select progress from jobs')
          expect(rows[0]?.progress).toBeGreaterThanOrEqual(progress)
        })
      }
      return succeed(claimed, attempt)
    }
    work(database, handler)
    await vi.waitFor(async () =>
      expect(await readStatus(database.db, job?.id ?? '')).toBe('complete'),
    )
    const rows = await database.db.query<{ progress: number }>(
      `select progress from events where job_id is not null order by number`,
    )
    expect(rows.map((row) => row.progress)).toEqual([0, 0, 20, 35, 50, 90, 100])
  })

  it.each(['with', 'without'])(
    'P33: writes a finished result %s files once the database is writable again',
    async (files) => {
      const database = await databaseForTest()
      const [job] = await queueJobs(database.db)
      let rejections = 2
      const rejectOnce = () => {
        if (rejections-- > 0) throw new AppError('UNAVAILABLE')
      }
      let isDone = false
      const flaky: Database = {
        ...database.db,
        query: async (text, values) => {
          if (isDone && text.includes('complete_and_claim_jobs')) rejectOnce()
          return database.db.query(text, values)
        },
        transaction: async (run) => {
          if (isDone) rejectOnce()
          return database.db.transaction(run)
        },
      }
      let runs = 0
      work({ ...database, db: flaky }, async (claimed) => {
        runs += 1
        isDone = true
        const result_key = `results/${claimed.id}/${claimed.epoch}`
        return files === 'with' ? { result_key, commit: async () => undefined } : { result_key }
      })
      await vi.waitFor(async () =>
        expect(await readStatus(database.db, job?.id ?? '')).toBe('complete'),
      )
      expect(runs).toBe(1)
      expect(rejections).toBeLessThanOrEqual(0)
    },
  )
})
