import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Database } from '../../../src/db/db.ts'
import { cancelJob } from '../../../src/db/jobs/transitions.sql.ts'
import { loadOwnedBatch } from '../../../src/jobs/owned-batches.ts'
import { createOwnerFeeds } from '../../../src/live/owner-feeds.ts'
import { createWatch } from '../../../src/live/watch.ts'
import { makeUnique, textPdf } from '../../fixtures/pdfs.ts'
import { databaseForTest } from '../../support/database/database.ts'
import { deferred } from '../../support/processes/deferred.ts'
import { docketForTest, type TestDocket } from '../../support/docket/docket.ts'
import { readJob, readError, visitor } from '../../support/docket/visitor.ts'
import {
  type OpenStream,
  openStream,
  type StreamMessage,
} from '../../support/docket/event-stream.ts'
import { recordingClient } from '../../support/docket/recording-client.ts'
import { queueJobs } from '../../support/database/jobs.ts'
import { assertPresent } from '../../support/processes/assert-present.ts'
import { moveChangeTime } from '../../support/database/change-time.ts'
import { jwtSecret, createAuthHeaders } from '../../support/docket/tokens.ts'

const ada = 'user:ada'
const visitAsAda = async (docket: TestDocket) => visitor(docket.url, await createAuthHeaders('ada'))
const docketWithTokens = () => docketForTest({ tokens: { secret: jwtSecret } })
const timestampBefore = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()
const day = 24 * 60 * 60

/** Returns the messages that arrive before `ready`. */
async function waitUntilReady({ seen }: OpenStream): Promise<StreamMessage[]> {
  const findReadyEnd = () => seen.findIndex(({ event }) => event === 'ready') + 1
  await vi.waitUntil(() => findReadyEnd() > 0)
  return seen.slice(0, findReadyEnd())
}

describe('GET /api/stream', () => {
  const pdf = async () => makeUnique(await textPdf({ text: 'Hello' }))

  it("delivers the current state of all the owner's jobs, and no others", async () => {
    const docket = await docketForTest()
    const person = visitor(docket.url)
    await person.ask('/api/jobs')
    const stream = await openStream(person, '/api/stream')
    const stranger = visitor(docket.url)
    await stranger.ask('/api/jobs')
    const other = await openStream(stranger, '/api/stream')
    await Promise.all([stream.until(1), other.until(1)])
    docket.startWorking()
    const { id } = await readJob(await person.upload(await pdf()))
    await vi.waitUntil(() => stream.seen.at(-1)?.data.status === 'complete')
    expect(stream.seen[0]?.event).toBe('ready')
    expect(stream.seen.slice(1).every(({ event, data }) => event === 'job' && data.id === id)).toBe(
      true,
    )
    const last = assertPresent(stream.seen.at(-1))
    expect(last.id <= String(last.data.updated_at)).toBe(true)
    expect(last.data).toMatchObject({ id, outputs: [{ format: 'json' }, { format: 'txt' }] })
    expect(last.data).not.toHaveProperty('owner_id')
    expect(other.seen).toHaveLength(1)
  })

  it('resumes with later changes and reports when it is up to date', async () => {
    const docket = await docketForTest()
    const person = visitor(docket.url)
    const { id } = await readJob(await person.upload(await pdf()))
    const before = await openStream(person, `/api/stream?since=${timestampBefore(60)}`)
    const [known, ready] = await before.until(2)
    expect([known?.data.id, ready?.event]).toEqual([id, 'ready'])
    before.cut()
    await person.ask(`/api/jobs/${id}/cancel`, { method: 'POST' })
    const after = await openStream(person, '/api/stream', {
      'last-event-id': assertPresent(ready).id,
    })
    expect((await after.until(1))[0]?.data).toMatchObject({ id, status: 'cancelled' })
    const [status, code] = await readError(await person.ask('/api/stream?since=yesterday'))
    expect([status, code]).toEqual([400, 'INVALID_REQUEST'])
  })

  it('does not lose changes, whichever event came last', async () => {
    const docket = await docketWithTokens()
    const person = await visitAsAda(docket)
    const jobs = await queueJobs(docket.db, 5, { owner_id: ada })
    const [deleted, ...remainingIds] = jobs.map(({ id }) => id)
    await person.ask(`/api/jobs/${deleted}`, { method: 'DELETE' })
    await docket.db.query(`update deleted_jobs set deleted_at = now() - interval '10 minutes'`)
    for (const [n, id] of remainingIds.entries())
      await moveChangeTime(docket.db, id, -60 * (15 - 3 * n))
    const since = timestampBefore(60 * 60)
    const jobIds = (seen: StreamMessage[]) => seen.flatMap(({ data }) => (data.id ? [data.id] : []))
    const whole = await waitUntilReady(await openStream(person, `/api/stream?since=${since}`))
    expect(new Set(jobIds(whole))).toEqual(new Set([deleted, ...remainingIds]))
    for (let n = 0; n <= whole.length; n++) {
      const seen = whole.slice(0, n)
      const last = seen.at(-1)?.id || since
      const rest = await waitUntilReady(
        await openStream(person, '/api/stream', { 'last-event-id': last }),
      )
      expect(new Set(jobIds([...seen, ...rest]))).toEqual(new Set([deleted, ...remainingIds]))
    }
  })

  it('resets a client again if it was cut off before its reset', async () => {
    const docket = await docketWithTokens()
    const person = await visitAsAda(docket)
    await queueJobs(docket.db, 501, { owner_id: ada })
    const since = timestampBefore(60)
    const stream = await openStream(person, `/api/stream?since=${since}`)
    const seen = await waitUntilReady(stream)
    expect(seen.map(({ event }) => event)).toEqual(['reset', 'ready'])
    expect(seen[0]?.id).toBe('')
  })

  it('sends more than the unread limit to a client that reads', async () => {
    const docket = await docketWithTokens()
    const person = await visitAsAda(docket)
    await queueJobs(docket.db, 500, { owner_id: ada })
    await docket.db.query(`update jobs set params = jsonb_build_object('note', repeat('x', 8192))`)
    const stream = await openStream(person, `/api/stream?since=${timestampBefore(60)}`)
    expect(await waitUntilReady(stream)).toHaveLength(501)
  })

  it.each([
    ['an id it never sent', 'garbage'],
    ['a time in the future', timestampBefore(-day)],
    ['a time far in the past', '+275760-01-01T00:00:00Z'],
    ['a time before the retention of deletions', timestampBefore(7 * day)],
  ])('resets the client after %s', async (_, last) => {
    const docket = await docketForTest()
    const lost = await openStream(visitor(docket.url), '/api/stream', { 'last-event-id': last })
    expect((await lost.until(2)).map(({ event }) => event)).toEqual(['reset', 'ready'])
    const recent = { 'last-event-id': timestampBefore(7 * day - 60) }
    const known = await openStream(visitor(docket.url), '/api/stream', recent)
    expect((await known.until(1))[0]?.event).toBe('ready')
  })
})

describe('createOwnerFeeds', () => {
  it('holds back changes that arrive during the initial query', async () => {
    const { db } = await databaseForTest()
    const [job] = await queueJobs(db, 1, { owner_id: ada })
    const { id, batch_id } = assertPresent(job)
    const queryStarted = deferred()
    const requested = deferred()
    const slow: Database = {
      ...db,
      async query<Row>(sql: string, values?: unknown[]) {
        const rows = await db.query<Row>(sql, values)
        if (sql.includes('(updated_at, id) >')) {
          requested.resolve()
          await queryStarted.promise
        }
        return rows
      },
    }
    const feeds = createOwnerFeeds(slow)
    const { seen, client } = recordingClient()
    const following = feeds.subscribe(ada, timestampBefore(60), client)
    await requested.promise
    await cancelJob(db, id, ada)
    await feeds.pollBatches(new Set([batch_id]))
    expect(seen).toEqual([])
    queryStarted.resolve()
    await following
    await vi.waitUntil(() => seen.length === 3)
    expect(seen.map(({ event, data }) => [event, data.id])).toEqual([
      ['job', id],
      ['ready', undefined],
      ['job', id],
    ])
  })

  it('lets a client resume after changes that were seen out of order', async () => {
    const { db } = await databaseForTest()
    const feeds = createOwnerFeeds(db)
    const { seen, client } = recordingClient()
    await feeds.subscribe(ada, undefined, client)
    const [otherJob] = await queueJobs(db, 1, { owner_id: ada })
    const [ownJob] = await queueJobs(db, 1, { owner_id: ada })
    await moveChangeTime(db, assertPresent(ownJob).id, 60)
    await feeds.pollBatches(new Set([assertPresent(ownJob).batch_id]))
    await vi.waitUntil(() => seen.length === 2)
    expect(seen.at(-1)?.data.id).toBe(assertPresent(ownJob).id)
    const resumed = recordingClient()
    await feeds.subscribe(ada, assertPresent(seen.at(-1)).id, resumed.client)
    expect(resumed.seen.map(({ data }) => data.id)).toContain(assertPresent(otherJob).id)
  })

  it('catches up with any number of simultaneous changes', async () => {
    const { db } = await databaseForTest()
    const feeds = createOwnerFeeds(db)
    const { seen, client } = recordingClient()
    await feeds.subscribe(ada, undefined, client)
    await queueJobs(db, 5001, { owner_id: ada })
    const [last] = await db.query<{ id: string }>(
      'select id from jobs order by updated_at desc, id desc limit 1',
    )
    await feeds.pollAll()
    await vi.waitUntil(() => seen.at(-1)?.data.id === assertPresent(last).id)
  })

  it('notifies only the owner, without reading a job', async () => {
    const { db } = await databaseForTest()
    const requested: string[] = []
    const watched: Database = {
      ...db,
      query: (text, values) => {
        requested.push(text)
        return db.query(text, values)
      },
    }
    const feeds = createOwnerFeeds(watched)
    const ring = vi.fn()
    const leave = feeds.onChange(ada, ring)
    const [mine] = await queueJobs(db, 1, { owner_id: ada })
    const [other] = await queueJobs(db, 1, { owner_id: 'user:ben' })
    await feeds.pollBatches(new Set([assertPresent(other).batch_id]))
    expect(ring).not.toHaveBeenCalled()
    await feeds.pollBatches(new Set([assertPresent(mine).batch_id]))
    expect(ring).toHaveBeenCalledTimes(1)
    await feeds.pollBatches(new Set(['gone']))
    expect(ring).toHaveBeenCalledTimes(2)
    await feeds.pollAll()
    expect(ring).toHaveBeenCalledTimes(3)
    expect(requested.filter((text) => text.includes('original_filename'))).toEqual([])
    leave()
    await feeds.pollBatches(new Set([assertPresent(mine).batch_id]))
    expect(ring).toHaveBeenCalledTimes(3)
  })

  it('notifies the cache before any subscriber', async () => {
    const { db } = await databaseForTest()
    const feeds = createOwnerFeeds(db)
    const { seen, client } = recordingClient()
    await feeds.subscribe(ada, undefined, client)
    const counts: number[] = []
    feeds.onChange(ada, () => counts.push(seen.length))
    const [job] = await queueJobs(db, 1, { owner_id: ada })
    await feeds.pollBatches(new Set([assertPresent(job).batch_id]))
    await vi.waitUntil(() => seen.length === 2)
    expect(counts).toEqual([1])
  })

  it("notifies the cache before a batch's subscribers", async () => {
    const { db } = await databaseForTest()
    const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
    const watch = createWatch({ db, log })
    onTestFinished(() => watch.close())
    const { id, batch_id } = assertPresent((await queueJobs(db, 1, { owner_id: ada }))[0])
    const { seen, client } = recordingClient()
    const batch = await loadOwnedBatch({ db, log }, ada, batch_id)
    await watch.streamBatch(batch, { owner: ada, after: undefined }, client)
    const counts: number[] = []
    watch.onChange(ada, () => counts.push(seen.length))
    const before = seen.length
    await cancelJob(db, id, ada)
    await vi.waitUntil(() => seen.length > before)
    expect(counts[0]).toBe(before)
  })
})
