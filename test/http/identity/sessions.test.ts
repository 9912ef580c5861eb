import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Db } from '../../../src/db/db.ts'
import { expireSession, insertSession } from '../../../src/db/identity/sessions.sql.ts'
import { insertTicket } from '../../../src/db/identity/stream-tickets.sql.ts'
import { toIdentity } from '../../../src/domain/api/identity.ts'
import { makeUnique, textPdf } from '../../fixtures/pdfs.ts'
import { docketForTest, type TestDocket } from '../../support/docket/docket.ts'
import { visitor } from '../../support/docket/visitor.ts'

const original = new Uint8Array(await textPdf())
const pdf = () => makeUnique(original)

async function countSessions({ db }: TestDocket): Promise<number> {
  return (await db.query('select 1 from sessions')).length
}

async function listJobs(response: Response): Promise<unknown[]> {
  return ((await response.json()) as { jobs: unknown[] }).jobs
}

describe('a session', () => {
  it('starts with the first write: reading stores nothing', async () => {
    const docket = await docketForTest()
    const person = visitor(docket.url)
    await person.ask('/api/jobs')
    for (let nth = 0; nth < 20; nth++) await fetch(`${docket.url}/api/jobs`)
    expect(await countSessions(docket)).toBe(0)
    const uploads = await Promise.all([1, 2, 3].map(() => person.upload(pdf())))
    expect(uploads.map(({ status }) => status)).toEqual([202, 202, 202])
    expect(uploads.some(({ headers }) => headers.has('set-cookie'))).toBe(false)
    expect(await countSessions(docket)).toBe(1)
  })

  it('shares database queries with other sessions that have not written anything', async () => {
    const docket = await docketForTest()
    await fetch(`${docket.url}/api/jobs`)
    const queries = vi.spyOn(docket.services.db, 'query')
    onTestFinished(() => queries.mockRestore())
    const lists = await Promise.all(
      Array.from({ length: 20 }, async () => listJobs(await fetch(`${docket.url}/api/jobs`))),
    )
    expect(lists.flat()).toEqual([])
    const reads = queries.mock.calls.filter((call) => JSON.stringify(call).includes('session:'))
    expect(reads.length).toBeLessThan(lists.length)
    const person = visitor(docket.url)
    await person.ask('/api/jobs')
    await person.upload(pdf())
    expect(await listJobs(await person.ask('/api/jobs'))).toHaveLength(1)
  })

  it('waits for the disk only when it ends, so that a flood of new sessions delays nobody', async () => {
    const { db } = await docketForTest()
    const commitMode = (work: (tx: Db) => Promise<unknown>) =>
      db.transaction(async (tx) => {
        await work(tx)
        return tx.query('show synchronous_commit')
      })
    const identity = toIdentity({
      kind: 'session',
      owner_id: 'session:a',
      tier: 'standard',
      scopes: ['read'],
    })
    const ticket = { hash: 'b', identity, seconds: 30 }
    const later = [{ synchronous_commit: 'off' }]
    expect(await commitMode((tx) => insertSession(tx, 'a'))).toEqual(later)
    expect(await commitMode((tx) => insertTicket(tx, ticket))).toEqual(later)
    expect(await commitMode((tx) => expireSession(tx, 'a'))).not.toEqual(later)
  })

  it('is not restarted by its cookie after it has ended', async () => {
    const docket = await docketForTest()
    const first = await fetch(`${docket.url}/api/jobs`)
    const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? ''
    const init = (method: string) => ({ method, headers: { cookie } })
    await fetch(`${docket.url}/api/session`, init('DELETE'))
    const again = await fetch(`${docket.url}/api/stream-tickets`, init('POST'))
    expect(again.headers.get('set-cookie')).toMatch(/^docket_session=[\w-]{43};/)
  })

  it('expires after half a day if it has not written anything', async () => {
    const docket = await docketForTest()
    const first = await fetch(`${docket.url}/api/jobs`)
    const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? ''
    const isNew = async () =>
      (await fetch(`${docket.url}/api/jobs`, { headers: { cookie } })).headers.has('set-cookie')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * 3600_000 })
    onTestFinished(() => void vi.useRealTimers())
    expect(await isNew()).toBe(false)
    vi.setSystemTime(Date.now() + 2 * 3600_000)
    expect(await isNew()).toBe(true)
  })

  it('is rejected if it was issued while the clock was ahead', async () => {
    const docket = await docketForTest()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30 * 86_400_000 })
    onTestFinished(() => void vi.useRealTimers())
    const first = await fetch(`${docket.url}/api/jobs`)
    const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? ''
    const ask = () => fetch(`${docket.url}/api/jobs`, { headers: { cookie } })
    expect((await ask()).headers.has('set-cookie')).toBe(false)
    vi.useRealTimers()
    expect((await ask()).headers.has('set-cookie')).toBe(true)
  })

  it('429: is limited in number per client address', async () => {
    const docket = await docketForTest({ sessionsPerHour: 2 })
    const start = () => visitor(docket.url).ask('/api/stream-tickets', { method: 'POST' })
    const responses = [await start(), await start(), await start()]
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 429])
    expect(Number(responses[2]?.headers.get('retry-after'))).toBeGreaterThan(3500)
    expect(await countSessions(docket)).toBe(2)
    expect((await visitor(docket.url).ask('/api/jobs')).status).toBe(200)
  })
})
