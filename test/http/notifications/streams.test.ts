import { once } from 'node:events'
import { connect } from 'node:net'
import Fastify, { type FastifyReply } from 'fastify'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { cancelJob, completeJob, requeueJob } from '../../../src/db/jobs/transitions.sql.ts'
import { reportProgress } from '../../../src/db/jobs/progress.sql.ts'
import type { SseClient } from '../../../src/live/sse-frame.ts'
import { toIdentity } from '../../../src/domain/api/identity.ts'
import {
  createStreams,
  type StreamLimits,
  streamLimits,
} from '../../../src/http/streams/streams.ts'
import { deferred } from '../../support/processes/deferred.ts'
import { docketForTest, type TestDocket } from '../../support/docket/docket.ts'
import { readError, visitor } from '../../support/docket/visitor.ts'
import { openStream } from '../../support/docket/event-stream.ts'
import { claim, queueJobs } from '../../support/database/jobs.ts'
import { assertPresent } from '../../support/processes/assert-present.ts'
import { jwtSecret, createAuthHeaders } from '../../support/docket/tokens.ts'

const ada = 'user:ada'
const visitAsAda = async (docket: TestDocket) => visitor(docket.url, await createAuthHeaders('ada'))
const docketWithTokens = (streams = {}) => docketForTest({ tokens: { secret: jwtSecret }, streams })

async function createBatch(docket: TestDocket, count = 2) {
  const jobs = await queueJobs(docket.db, count, { owner_id: ada })
  const [first] = jobs
  if (!first) throw new Error('No job was queued')
  return { id: first.batch_id, jobs, address: `/api/batch/${first.batch_id}/stream` }
}

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)

describe('GET /api/batch/:id/stream', () => {
  it('sends the batch, then every event by number, and ends with the batch', async () => {
    const docket = await docketWithTokens()
    const { id, jobs, address } = await createBatch(docket)
    const stream = await openStream(await visitAsAda(docket), address)
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(stream.response.headers.get('x-accel-buffering')).toBe('no')
    await stream.until(1)
    const leases = await claim(docket.db, 2)
    await reportProgress(docket.db, assertPresent(leases[0]), { stage: 'extracting', progress: 50 })
    for (const lease of leases) await completeJob(docket.db, lease, { result_key: 'results/x' })
    await stream.ended
    const numbered = stream.seen.map(({ id, event }) => `${id} ${event}`)
    const jobEvents = ['3 job', '4 job', '5 job', '6 job', '7 job']
    expect(numbered).toEqual(['2 snapshot', ...jobEvents, '8 batch', '8 end'])
    const types = ['claim', 'claim', 'progress', 'complete', 'complete', 'finish']
    expect(stream.seen.map(({ data }) => data.type ?? null)).toEqual([null, ...types, null])
    expect(stream.seen[0]?.data).toMatchObject({
      batch: { id, status: 'pending', total: 2 },
      jobs: jobs.map((job) => ({ id: job.id, status: 'queued' })),
    })
    expect(stream.seen[3]?.data).toMatchObject({
      status: 'processing',
      stage: 'extracting',
      progress: 50,
    })
    expect(stream.seen[7]?.data).toMatchObject({ batch: { status: 'complete', complete: 2 } })
  })

  it('resumes after the last event seen, by header or query', async () => {
    const docket = await docketWithTokens()
    const person = await visitAsAda(docket)
    const { address } = await createBatch(docket)
    const [lease] = await claim(docket.db, 2)
    for (const stream of [
      await openStream(person, address, { 'last-event-id': '3' }),
      await openStream(person, `${address}?last_event_id=3`),
      await openStream(person, `${address}?last_event_id=9`, { 'last-event-id': '3' }),
    ]) {
      expect((await stream.until(1)).map(({ id, event }) => [id, event])).toEqual([['4', 'job']])
      stream.cut()
    }
    const rest = await openStream(person, address, { 'last-event-id': '4' })
    const all = await openStream(person, address, { 'last-event-id': '0' })
    await completeJob(docket.db, assertPresent(lease), { result_key: 'results/x' })
    expect((await rest.until(1)).map(({ id }) => id)).toEqual(['5'])
    expect((await all.until(5)).map(({ id }) => id)).toEqual(['1', '2', '3', '4', '5'])
  })

  it.each(['99', '-1', 'x', '1e1', '9'.repeat(50), '1.5'])(
    'starts over after %s, which it never sent',
    async (unknown) => {
      const docket = await docketWithTokens()
      const { address } = await createBatch(docket)
      const stream = await openStream(await visitAsAda(docket), address, {
        'last-event-id': unknown,
      })
      const [reset, snapshot] = await stream.until(2)
      expect([reset?.event, snapshot?.event, snapshot?.id]).toEqual(['reset', 'snapshot', '2'])
    },
  )

  it('ends immediately for an ended batch and continues after a retry', async () => {
    const docket = await docketWithTokens()
    const person = await visitAsAda(docket)
    const { jobs, address } = await createBatch(docket, 1)
    await cancelJob(docket.db, assertPresent(jobs[0]).id, ada)
    const endedStream = await openStream(person, address)
    await endedStream.ended
    expect(endedStream.seen.map(({ event }) => event)).toEqual(['snapshot', 'end'])
    const resumedStream = await openStream(person, address, { 'last-event-id': '3' })
    await resumedStream.ended
    expect(resumedStream.seen.map(({ event }) => event)).toEqual(['end'])
    await requeueJob(docket.db, assertPresent(jobs[0]).id, ada)
    const retriedStream = await openStream(person, address, { 'last-event-id': '3' })
    const [requeued] = await retriedStream.until(1)
    expect([requeued?.id, requeued?.data.type]).toEqual(['4', 'requeue'])
  })

  it('continues on another server without gaps or repetitions when a server stops', async () => {
    const docket = await docketWithTokens()
    const { jobs, address } = await createBatch(docket, 3)
    const first = await openStream(await visitAsAda(docket), address, { 'last-event-id': '0' })
    await first.until(3)
    await claim(docket.db, 1)
    await first.until(4)
    await docket.close()
    await first.ended
    await claim(docket.db, 1)
    const second = await docketForTest({ tokens: { secret: jwtSecret }, db: docket.db })
    const headers = { 'last-event-id': assertPresent(first.seen.at(-1)).id }
    const rest = await openStream(await visitAsAda(second), address, headers)
    await rest.until(1)
    for (const job of jobs) await cancelJob(docket.db, job.id, ada)
    await rest.ended
    const numbers = [...first.seen, ...rest.seen].filter(({ event }) => event !== 'end')
    expect(numbers.map(({ id }) => Number(id))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  it('does not query the database more often for a hundred clients than for one', async () => {
    const docket = await docketWithTokens({ maxPerOwner: 100 })
    const person = await visitAsAda(docket)
    const { address } = await createBatch(docket, 10)
    const streams = [await openStream(person, address)]
    const queriesFor = async () => {
      const query = vi.spyOn(docket.db, 'query')
      const before = assertPresent(streams[0]).seen.length
      const [lease] = await claim(docket.db, 1)
      await Promise.all(streams.map((stream) => stream.until(before > 0 ? 2 : 1)))
      await vi.waitUntil(() =>
        streams.every(({ seen }) =>
          seen.some(({ data }) => data.job_id === assertPresent(lease).id),
        ),
      )
      const queried = query.mock.calls.filter(([sql]) =>
        /watched|deleted_jobs|\(updated_at, id\) >/.test(sql),
      )
      query.mockRestore()
      return queried.length
    }
    // Allows for the query every two seconds that the server makes anyway.
    const maxQueries = 50
    await assertPresent(streams[0]).until(1)
    expect(await queriesFor()).toBeLessThan(maxQueries)
    for (let n = 1; n < 100; n++) streams.push(await openStream(person, address))
    await Promise.all(streams.map((stream) => stream.until(1)))
    expect(await queriesFor()).toBeLessThan(maxQueries)
  })

  /** Starts a server with one stream, on which the test sends data. */
  async function bareStream(
    limits: Partial<StreamLimits>,
    before: (reply: FastifyReply) => Promise<unknown> = async () => undefined,
    isCurrent: () => Promise<boolean> = async () => true,
  ) {
    const app = Fastify()
    app.addHook('onRequest', (_, reply) => before(reply))
    const identity = toIdentity({ kind: 'user', owner_id: ada, tier: 'standard', scopes: ['read'] })
    app.decorateRequest('identity', { getter: () => identity })
    const streams = createStreams({
      limits: { ...streamLimits, ...limits },
      isCurrent,
    })
    const opened = deferred<SseClient>()
    const closed = deferred()
    app.get('/', (request, reply) =>
      streams.open(request, reply, async (reader) => {
        opened.resolve(reader)
        return closed.resolve
      }),
    )
    const url = await app.listen({ port: 0 })
    onTestFinished(() => app.close())
    return { url, opened: opened.promise, closed: closed.promise }
  }

  it('disconnects a client that leaves too much unread', async () => {
    const { url, opened } = await bareStream({ maxBufferedBytes: 100_000 })
    const socket = connect(Number(new URL(url).port)).pause()
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
    const reader = await opened
    const frameCount = 1000
    let sent = 0
    while (!reader.isClosed && sent < frameCount) {
      reader.send(Buffer.alloc(64 * 1024))
      sent += 1
      await new Promise(setImmediate)
    }
    expect(sent).toBeLessThan(frameCount)
    await reader.drained()
    socket.destroy()
  })

  it('spreads the heartbeats of many streams over the interval', async () => {
    const beatsPerTurn: number[] = []
    let isTurn = false
    const isCurrent = async () => {
      // Heartbeats written in the same turn of the event loop delay other requests.
      if (!isTurn) beatsPerTurn.push(0)
      isTurn = true
      setImmediate(() => (isTurn = false))
      beatsPerTurn.push((beatsPerTurn.pop() ?? 0) + 1)
      return true
    }
    const limits = { heartbeatMs: 1_000, maxPerOwner: 200 }
    const { url } = await bareStream(limits, undefined, isCurrent)
    const controller = new AbortController()
    onTestFinished(() => controller.abort())
    for (let n = 0; n < 200; n++) await fetch(url, controller)
    beatsPerTurn.length = 0
    await vi.waitUntil(() => sum(beatsPerTurn) >= 200)
    expect(Math.max(...beatsPerTurn)).toBeLessThan(20)
  })

  it('ends in time even if a client does not read', async () => {
    const { url, opened, closed } = await bareStream({ heartbeatMs: 10, maxDurationMs: 20 })
    const socket = connect(Number(new URL(url).port)).pause()
    onTestFinished(() => void socket.destroy())
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
    ;(await opened).send(Buffer.alloc(50_000_000))
    await closed
  })

  it('sends a frame of any size completely', async () => {
    const { url, opened } = await bareStream({ maxBufferedBytes: 1000 })
    const response = await fetch(url)
    const reader = await opened
    reader.send(Buffer.alloc(1_000_000, 'x'))
    await reader.drained()
    reader.end(Buffer.from('end'))
    expect((await response.text()).slice(-1_000_003)).toMatch(/^x{1000000}end$/)
  })

  it('sends keep-alives while nothing happens', async () => {
    const docket = await docketWithTokens({ heartbeatMs: 10 })
    const { address } = await createBatch(docket)
    const response = await (await visitAsAda(docket)).ask(address)
    const reader = assertPresent(response.body ?? undefined)
      .pipeThrough(new TextDecoderStream())
      .getReader()
    let text = ''
    while (!text.endsWith('\n:\n\n')) text += (await reader.read()).value ?? ''
    await reader.cancel()
  })

  it("404 for an unknown batch, 403 for another owner's, 503 for too many streams", async () => {
    const docket = await docketWithTokens({ maxOpen: 1 })
    const person = await visitAsAda(docket)
    const { address } = await createBatch(docket)
    const unknownAddress = '/api/batch/00000000-0000-7000-8000-000000000000/stream'
    expect((await readError(await person.ask(unknownAddress))).slice(0, 2)).toEqual([
      404,
      'NOT_FOUND',
    ])
    const stranger = visitor(docket.url)
    expect((await readError(await stranger.ask(address))).slice(0, 2)).toEqual([403, 'FORBIDDEN'])
    const stream = await openStream(person, address)
    await stream.until(1)
    const [status, code] = await readError(await person.ask(address))
    expect([status, code]).toEqual([503, 'TOO_MANY_STREAMS'])
  })

  it("429: limits an owner's streams until one is closed", async () => {
    const docket = await docketWithTokens({ maxPerOwner: 2 })
    const person = await visitAsAda(docket)
    const { address } = await createBatch(docket)
    const [first] = [await openStream(person, address), await openStream(person, '/api/stream')]
    const rejected = await person.ask(address)
    expect(rejected.headers.get('retry-after')).toBe('30')
    expect(await readError(rejected)).toEqual([
      429,
      'RATE_LIMITED',
      'You already have 2 open streams. Close some, or try again in 30 s.',
    ])
    const eve = visitor(docket.url, await createAuthHeaders('eve'))
    expect((await openStream(eve, '/api/stream')).response.status).toBe(200)
    first?.cut()
    await vi.waitFor(async () =>
      expect((await openStream(person, address)).response.status).toBe(200),
    )
  })

  it('frees the slot if a client disconnects before the stream begins', async () => {
    const queried = deferred()
    const disconnected = deferred()
    const { url } = await bareStream({ maxPerOwner: 1 }, async ({ raw, request }) => {
      if (request.headers['x-leaves'] === undefined) return
      const closed = once(raw, 'close')
      queried.resolve()
      await closed
      disconnected.resolve()
    })
    const socket = connect(Number(new URL(url).port))
    socket.write('GET / HTTP/1.1\r\nhost: x\r\nx-leaves: yes\r\n\r\n')
    await queried.promise
    socket.destroy()
    await disconnected.promise
    const gone = new AbortController()
    onTestFinished(() => gone.abort())
    expect((await fetch(url, { signal: gone.signal })).status).toBe(200)
  })

  it('429: limits the streams for all visitors at one client address', async () => {
    const docket = await docketWithTokens({ maxPerOwner: 1 })
    const statuses = []
    for (const _ of '12345') {
      statuses.push((await openStream(visitor(docket.url), '/api/stream')).response.status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 429])
    expect((await openStream(await visitAsAda(docket), '/api/stream')).response.status).toBe(200)
  })

  it('opens with a ticket and responds to HEAD immediately', async () => {
    const docket = await docketForTest({ tokens: { secret: jwtSecret }, authMode: 'token' })
    const { address } = await createBatch(docket)
    const person = await visitAsAda(docket)
    const issued = await person.ask('/api/stream-tickets', { method: 'POST' })
    const { ticket } = (await issued.json()) as { ticket: string }
    const nobody = visitor(docket.url)
    const stream = await openStream(nobody, `${address}?ticket=${ticket}`)
    expect((await stream.until(1))[0]?.event).toBe('snapshot')
    expect((await nobody.ask(`${address}?ticket=${ticket}`)).status).toBe(401)
    expect((await person.ask(address, { method: 'HEAD' })).status).toBe(200)
  })
})
