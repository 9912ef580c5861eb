import { describe, expect, it } from 'vitest'
import type { ActiveJob } from '../../../src/domain/api/routes/admin/active-jobs.ts'
import { retryJob } from '../../../src/db/jobs/transitions.sql.ts'
import { docketForTest, type TestDocket } from '../../support/docket/docket.ts'
import { readError, visitor } from '../../support/docket/visitor.ts'
import { claim, queueJobs, readStatus, type TestJob } from '../../support/database/jobs.ts'
import { adminKey, bearer, jwtSecret } from '../../support/docket/tokens.ts'

const tokens = { adminKey, secret: jwtSecret }

interface Page {
  jobs: ActiveJob[]
  count: number
  next_cursor: string | null
}

function createAdmin({ url }: TestDocket) {
  const { ask } = visitor(url, bearer(adminKey))
  return {
    list: async (query = '') => (await ask(`/api/admin/jobs?${query}`)).json() as Promise<Page>,
    ask: (address: string) => ask(`/api/admin/${address}`),
    async post(address: string, body: object) {
      const headers = { 'content-type': 'application/json' }
      const init = { method: 'POST', body: JSON.stringify(body), headers }
      return (await ask(`/api/admin/jobs/${address}`, init)).json() as Promise<unknown>
    },
  }
}

const ids = (jobs: readonly { id: string }[]) => jobs.map(({ id }) => id)
const statuses = ({ db }: TestDocket, jobs: TestJob[]) =>
  Promise.all(jobs.map(({ id }) => readStatus(db, id)))

describe("the administrator's list of running and waiting jobs", () => {
  it('shows running jobs first, then waiting ones by priority, page by page and by filter', async () => {
    const docket = await docketForTest({ tokens })
    const { db } = docket
    const [running, delayed] = await queueJobs(db, 2, { owner_id: 'user:ada', priority: 50 })
    const leases = await claim(db, 2)
    const lease = leases.find(({ id }) => id === delayed?.id)
    if (lease) await retryJob(db, lease, { code: 'GW_5XX' }, { seconds: 600 })
    const waiting = await queueJobs(db, 2, { owner_id: 'user:bob', mapping: 'invoice_v1' })
    const [premium] = await queueJobs(db, 1, { owner_id: 'user:eve', priority: 10 })
    const all = [running, delayed, premium, ...waiting].flatMap((job) => job?.id ?? [])

    const { list, ask } = createAdmin(docket)
    const first = await list('limit=2')
    expect(first).toMatchObject({
      count: 5,
      jobs: [
        { status: 'processing', worker: 'worker-a', owner_id: 'user:ada', attempt_count: 1 },
        { status: 'queued', blocked_by: 'time', priority: 50 },
      ],
    })
    const second = await list(`limit=2&cursor=${first.next_cursor}`)
    const third = await list(`limit=2&cursor=${second.next_cursor}`)
    expect(ids([...first.jobs, ...second.jobs, ...third.jobs])).toEqual(all)
    expect(third.next_cursor).toBeNull()
    expect(JSON.stringify([first, second, third])).not.toMatch(/invoice\.pdf|sha256|upload_key/)
    for (const [query, count] of [
      ['status=processing', 1],
      ['status=queued', 4],
      ['owner_id=user:bob', 2],
      ['mapping=invoice_v1', 2],
      [`job_id=${premium?.id}`, 1],
      [`batch_id=${running?.batch_id}`, 2],
      ['owner_id=nobody', 0],
    ]) {
      expect((await list(`${query}`)).count, `${query}`).toBe(count)
    }
    const wrong = Buffer.from(`2026-01-01T00:00:00Z ${all[0]} x`).toString('base64url')
    expect((await readError(await ask(`jobs?cursor=${wrong}`))).slice(0, 2)).toEqual([
      400,
      'INVALID_REQUEST',
    ])
  })

  it('opens no document with the admin key', async () => {
    const docket = await docketForTest({ tokens })
    const [job] = await queueJobs(docket.db)
    const admin = visitor(docket.url, bearer(adminKey))
    for (const part of ['', '/source', '/reading', '/download', '/events']) {
      expect((await admin.ask(`/api/jobs/${job?.id}${part}`)).status, part).toBe(403)
    }
  })
})

describe('cancelling jobs as the administrator', () => {
  it('counts first, then cancels running and waiting jobs of any owner that match', async () => {
    const docket = await docketForTest({ tokens })
    const { db } = docket
    const ada = await queueJobs(db, 2, { owner_id: 'user:ada' })
    await claim(db, 1)
    const bob = await queueJobs(db, 1, { owner_id: 'user:bob' })
    const { post } = createAdmin(docket)
    const filter = { owner_id: 'user:ada' }
    expect(await post('cancel', filter)).toEqual({ count: 2, cancelled: 0 })
    expect(await statuses(docket, ada)).toEqual(['processing', 'queued'])
    expect(await post('cancel', { ...filter, dry_run: false })).toEqual({ count: 2, cancelled: 2 })
    expect(await statuses(docket, [...ada, ...bob])).toEqual(['cancelled', 'cancelled', 'queued'])
    expect(docket.log.filter(({ msg }) => msg === 'job cancelled by administrator')).toHaveLength(2)
    expect(ids(await claim(db, 10))).toEqual(ids(bob))
  })

  it('rejects a misspelled filter instead of cancelling everything', async () => {
    const docket = await docketForTest({ tokens })
    const jobs = await queueJobs(docket.db)
    const body = { owner: 'user:ada', dry_run: false }
    expect(await createAdmin(docket).post('cancel', body)).toMatchObject({
      code: 'INVALID_REQUEST',
    })
    expect(await statuses(docket, jobs)).toEqual(['queued'])
  })
})

describe('changing priorities as the administrator', () => {
  it('moves a job ahead of other owners, and ahead of its own batch', async () => {
    const docket = await docketForTest({ tokens })
    const { db } = docket
    await queueJobs(db, 3, { owner_id: 'user:eve', priority: 5 })
    // The batch may run only one job at a time, so only one is claimable.
    const batch = await queueJobs(db, 3, { owner_id: 'user:ada', max_running: 1 })
    const last = batch[2]?.id
    const { post, list } = createAdmin(docket)
    const order = { job_id: last, priority: 20 }
    expect(await post('priority', order)).toEqual({ count: 1, changed: 0 })
    expect(await post('priority', { ...order, dry_run: false })).toEqual({ count: 1, changed: 1 })
    expect(ids((await list('limit=1')).jobs)).toEqual([last])
    expect(ids(await claim(db, 1))).toEqual([last])
    // A running job keeps its priority.
    expect(await post('priority', { ...order, priority: 1, dry_run: false })).toEqual({
      count: 0,
      changed: 0,
    })
  })

  it('lowers jobs, and loses none of them', async () => {
    const docket = await docketForTest({ tokens })
    const { db } = docket
    const ada = await queueJobs(db, 5, { owner_id: 'user:ada', max_running: 2 })
    const bob = await queueJobs(db, 2, { owner_id: 'user:bob' })
    const order = { owner_id: 'user:ada', priority: -10, dry_run: false }
    const { post } = createAdmin(docket)
    expect(await post('priority', order)).toEqual({ count: 5, changed: 5 })
    expect(await post('priority', order)).toEqual({ count: 5, changed: 0 })
    expect(ids(await claim(db, 2)).sort()).toEqual(ids(bob).sort())
    expect(ids(await claim(db, 10))).toEqual(ids(ada).slice(0, 2))
    expect(await post('priority', { ...order, priority: 101 })).toMatchObject({
      code: 'INVALID_REQUEST',
    })
  })
})
