import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Database, Db } from '../../../src/db/db.ts'
import { cancelJob } from '../../../src/db/jobs/transitions.sql.ts'
import { findBatch } from '../../../src/db/jobs/owned-batches.sql.ts'
import { createBatchFeeds } from '../../../src/live/batch-feeds.ts'
import { createWatch } from '../../../src/live/watch.ts'
import { AppError } from '../../../src/domain/errors/app-error.ts'
import { databaseForTest } from '../../support/database/database.ts'
import { deferred } from '../../support/processes/deferred.ts'
import { recordingClient } from '../../support/docket/recording-client.ts'
import { owner, queueJobs } from '../../support/database/jobs.ts'
import { assertPresent } from '../../support/processes/assert-present.ts'

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

async function batchOfOne(db: Db) {
  const job = assertPresent((await queueJobs(db))[0])
  const { batch } = assertPresent((await findBatch(db, job.batch_id, owner))[0])
  return { job, batch }
}

describe('a watched batch', () => {
  it('is polled immediately, because a notification may have been sent earlier', async () => {
    const { db } = await databaseForTest()
    const { job, batch } = await batchOfOne(db)
    await cancelJob(db, job.id, owner)
    const hinted = new Set<string>()
    const feeds = createBatchFeeds(db, (id) => void hinted.add(id))
    const { seen, client } = recordingClient()
    feeds.subscribe(batch, batch.last_event_id, client)
    await feeds.poll(hinted)
    expect(seen.map(({ id, event }) => [id, event])).toEqual([
      ['2', 'job'],
      ['3', 'batch'],
      ['', 'end'],
    ])
  })

  it('is polled every two seconds, despite constant notifications for other batches', async () => {
    const { db } = await databaseForTest()
    const quiet = await batchOfOne(db)
    const busy = await batchOfOne(db)
    const isQuiet = deferred()
    let notify: (ids: string) => void = () => undefined
    const hinting: Database = {
      ...db,
      listen: (_, onNotify) => {
        notify = onNotify
        return { close: async () => undefined }
      },
      query: async <Row>(text: string, values: unknown[] = []) => {
        const rows = await db.query<Row>(text, values)
        if (text.includes('as watched (id, number)')) {
          if (String(values[0]) === busy.batch.id) isQuiet.resolve()
          notify(busy.batch.id)
        }
        return rows
      },
    }
    const watch = createWatch({ db: hinting, log })
    onTestFinished(() => watch.close())
    const { seen, client } = recordingClient()
    await watch.streamBatch(quiet.batch, { owner, after: '1' }, client)
    await watch.streamBatch(busy.batch, { owner, after: '1' }, recordingClient().client)
    await isQuiet.promise
    await cancelJob(db, quiet.job.id, owner)
    await vi.waitUntil(() => seen.at(-1)?.event === 'end')
  })

  it('ends for its watchers, even if the database was down when it ended', async () => {
    const { db } = await databaseForTest()
    const { job, batch } = await batchOfOne(db)
    let isDown = true
    const failing: Db = {
      query: async (text, values) => {
        if (isDown && text.includes('as is_mine')) throw new AppError('UNAVAILABLE')
        return db.query(text, values)
      },
    }
    const feeds = createBatchFeeds(failing, () => undefined)
    const { seen, client } = recordingClient()
    feeds.subscribe(batch, batch.last_event_id, client)
    await cancelJob(db, job.id, owner)
    await expect(feeds.poll()).rejects.toThrow(AppError)
    expect(seen.map(({ event }) => event)).toEqual(['job', 'batch'])
    isDown = false
    await feeds.poll()
    expect(seen.map(({ event }) => event)).toEqual(['job', 'batch', 'end'])
  })
})
