import { expect, it, onTestFinished, vi } from 'vitest'
import { makeUnique, textPdf } from '../fixtures/pdfs.ts'
import { docketForTest } from '../support/docket/docket.ts'
import { openStream } from '../support/docket/event-stream.ts'
import { readJob, settle, visitor } from '../support/docket/visitor.ts'

/** Hours by which the system clock is wrong, one after the other. */
const offsets = [2, -2, 72, -72, 9_600, -9_600, 0]

/** Moves the clock of this process, but not that of the database. */
function moveClock(hours: number): void {
  vi.useRealTimers()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 })
}

it('reads documents while the system clock jumps, with the same session, streams and limits', async () => {
  onTestFinished(() => void vi.useRealTimers())
  const pdf = await textPdf()
  const docket = await docketForTest({ sessionsPerHour: 1 })
  docket.startWorking()
  const person = visitor(docket.url)
  const ids = [(await readJob(await person.upload(makeUnique(pdf)))).id]
  const stream = await openStream(person, '/api/stream')
  for (const hours of offsets) {
    moveClock(hours)
    const { id } = await readJob(await person.upload(makeUnique(pdf)))
    expect([hours, (await settle(person, id)).status]).toEqual([hours, 'complete'])
    ids.unshift(id)
    const list = (await (await person.ask('/api/jobs')).json()) as { jobs: { id: string }[] }
    expect([hours, list.jobs.map((job) => job.id)]).toEqual([hours, ids])
    const issued = await person.ask('/api/stream-tickets', { method: 'POST' })
    const { ticket } = (await issued.json()) as { ticket: string }
    const response = await visitor(docket.url).ask(`/api/stream?ticket=${ticket}`)
    await response.body?.cancel()
    expect([hours, response.status]).toEqual([hours, 200])
    const newSession = await visitor(docket.url).ask('/api/stream-tickets', { method: 'POST' })
    expect([hours, newSession.status]).toEqual([hours, 429])
  }
  for (const id of ids) {
    const isComplete = () =>
      stream.seen.some(({ data }) => data.id === id && data.status === 'complete')
    await vi.waitUntil(isComplete)
  }
  const attempts = await docket.db.query('select distinct epoch from jobs')
  expect(attempts).toEqual([{ epoch: 1 }])
})
