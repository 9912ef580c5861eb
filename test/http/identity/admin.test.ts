import { describe, expect, it, vi } from 'vitest'
import { memoryRateLimiter } from '../../../src/cache/rate-limiter.ts'
import { failJob } from '../../../src/db/jobs/transitions.sql.ts'
import { recordLlmCall } from '../../../src/db/review/llm-calls.sql.ts'
import type { Analytics, Overview } from '../../../src/domain/api/routes/admin/admin.ts'
import { textPdf } from '../../fixtures/pdfs.ts'
import { docketForTest, type TestDocket } from '../../support/docket/docket.ts'
import { readJob, readError, visitor } from '../../support/docket/visitor.ts'
import { claim, queueJobs, readStatus } from '../../support/database/jobs.ts'
import { adminKey, bearer, jwtSecret, createAuthHeaders } from '../../support/docket/tokens.ts'

const tokens = { adminKey, secret: jwtSecret }

/** Creates a function that sends JSON requests with the administrator's key. */
function createAdmin({ url }: TestDocket) {
  const { ask } = visitor(url, bearer(adminKey))
  return {
    get: async (address: string) => (await ask(`/api/admin/${address}`)).json() as Promise<never>,
    async post(address: string, body: object = {}) {
      const headers = { 'content-type': 'application/json' }
      const init = { method: 'POST', body: JSON.stringify(body), headers }
      return (await ask(`/api/admin/${address}`, init)).json() as Promise<never>
    },
  }
}

/** Creates jobs that have failed with these errors, one after another. */
async function failJobs({ db }: TestDocket, ...codes: ('GW_5XX' | 'BROKEN_PDF')[]) {
  const jobs = await queueJobs(db, codes.length)
  const leases = await claim(db, codes.length)
  for (const [nth, code] of codes.entries()) {
    const lease = leases[nth]
    if (lease) await failJob(db, lease, { code })
  }
  return jobs
}

describe('the admin API', () => {
  it('does not exist without a key', async () => {
    const docket = await docketForTest({ tokens: { secret: jwtSecret } })
    const response = await visitor(docket.url).ask('/api/admin/overview')
    expect((await readError(response)).slice(0, 2)).toEqual([404, 'DISABLED'])
  })

  it('pauses and resumes the queue for all workers', async () => {
    const docket = await docketForTest({ tokens })
    const { get, post } = createAdmin(docket)
    expect(await post('pause')).toEqual({ is_paused: true })
    expect(await post('pause')).toEqual({ is_paused: true })
    docket.startWorking()
    docket.startWorking({ workerId: 'worker-b' })
    const person = visitor(docket.url)
    const { id } = await readJob(await person.upload(new Uint8Array(await textPdf())))
    expect(await claim(docket.db, 10)).toEqual([])
    expect(await readStatus(docket.db, id)).toBe('queued')
    const { queue } = (await get('overview')) as Overview
    expect(queue).toMatchObject({ is_paused: true, waiting: 1, processing: 0 })
    expect(await post('resume')).toEqual({ is_paused: false })
    await vi.waitFor(async () => expect((await person.job(id)).status).toBe('complete'))
    expect(docket.log.filter(({ msg }) => msg === 'queue paused')).toHaveLength(2)
  })

  it('shows the no_worker alert only after five minutes', async () => {
    const docket = await docketForTest({ tokens: { adminKey } })
    const admin = visitor(docket.url, bearer(adminKey))
    const list = async () =>
      ((await (await admin.ask('/api/admin/overview')).json()) as Overview).alerts
    await docket.db.query(
      `insert into alerts (name, subject, params) values ('no_worker', '', '{}')`,
    )
    expect(await list()).toEqual([])
    await docket.db.query('update alerts set notified_at = now()')
    expect(await list()).toMatchObject([{ name: 'no_worker' }])
  })

  it('shows workers, dependencies, alerts and the last hour by the minute', async () => {
    const docket = await docketForTest({ tokens })
    docket.startWorking({ caps: { gateway: 8 } })
    const person = visitor(docket.url)
    const { id } = await readJob(await person.upload(new Uint8Array(await textPdf())))
    await vi.waitFor(async () => expect((await person.job(id)).status).toBe('complete'))
    await docket.db.query(
      `insert into alerts (name, subject, params)
      values ('queue_long', '', '{"queued": 101, "most": 100, "is_paused": false}')`,
    )
    const seen = await vi.waitFor(async () => {
      const response = (await createAdmin(docket).get('overview')) as Overview
      expect(response.minutes.some(({ completed }) => completed === 1)).toBe(true)
      return response
    })
    expect(seen.minutes).toHaveLength(60)
    const minute = seen.minutes.find(({ completed }) => completed === 1)
    expect(minute).toMatchObject({ failed: 0, retried: 0, pages: 1 })
    expect(minute?.p95_seconds).toBeGreaterThan(0)
    expect(seen.workers).toMatchObject([{ id: 'worker-test', is_lost: false }])
    expect(seen.dependencies).toContainEqual({
      name: 'gateway',
      is_open: false,
      running: 0,
      max_running: 8,
    })
    expect(seen.alerts).toMatchObject([
      {
        name: 'queue_long',
        summary: { code: 'queue_long', message: '101 jobs are waiting, more than 100.' },
        is_told: false,
      },
    ])
  })

  it('lists the failed jobs that match a filter, page by page, without document content', async () => {
    const docket = await docketForTest({ tokens })
    await failJobs(docket, 'GW_5XX', 'GW_5XX', 'GW_5XX', 'BROKEN_PDF')
    const { get } = createAdmin(docket)
    const page = (await get('dead-letters?code=GW_5XX&limit=2')) as Record<string, never>
    expect(page).toMatchObject({
      count: 3,
      jobs: [{ error_code: 'GW_5XX', can_requeue: true }, {}],
    })
    const rest = await get(`dead-letters?code=GW_5XX&limit=2&cursor=${page['next_cursor']}`)
    expect(rest).toMatchObject({ jobs: [{ error_code: 'GW_5XX' }], next_cursor: null })
    expect(JSON.stringify(page)).not.toMatch(/invoice\.pdf|sha256|upload_key/)
    for (const [query, count] of [
      ['owner_id=session:test', 4],
      ['owner_id=nobody', 0],
      ['mapping=document_text_v1&code=BROKEN_PDF', 1],
      ['since=2020-01-01T00:00:00Z', 4],
      ['until=2020-01-01T00:00:00Z', 0],
      ['since=0000-01-01T00:00:00Z', 4],
      ['until=2026-01-01T00:00:00%2B23:59', 0],
    ]) {
      expect(await get(`dead-letters?${query}`), String(query)).toMatchObject({ count })
    }
  })

  it('counts, then retries, the failed jobs that match a filter', async () => {
    const docket = await docketForTest({ tokens })
    const jobs = await failJobs(docket, 'GW_5XX', 'BROKEN_PDF', 'GW_5XX')
    await docket.db.query('update jobs set source_deleted_at = now() where id = $1', [jobs[2]?.id])
    const { post } = createAdmin(docket)
    const code = 'GW_5XX'
    expect(await post('requeue', { code })).toEqual({ count: 1, requeued: 0 })
    expect(await readStatus(docket.db, jobs[0]?.id ?? '')).toBe('failed')
    expect(await post('requeue', { code, dry_run: false })).toEqual({ count: 1, requeued: 1 })
    const statuses = await Promise.all(jobs.map(({ id }) => readStatus(docket.db, id)))
    expect(statuses).toEqual(['queued', 'failed', 'failed'])
    expect(docket.log).toContainEqual(
      expect.objectContaining({ job_id: jobs[0]?.id, from: 'failed', to: 'queued' }),
    )
  })

  it('runs the cleanup on request, after a preview', async () => {
    const docket = await docketForTest({ tokens })
    const [job] = await failJobs(docket, 'BROKEN_PDF')
    await docket.db.query(
      `update jobs set failed_at = now() - interval '8 days', queued_at = now() - interval '8 days'
      where id = $1`,
      [job?.id],
    )
    const { post } = createAdmin(docket)
    const due = { results: 0, uploads: 1, batches: 0, jobs: 0, orphans: 0 }
    expect(await post('cleanup')).toEqual(due)
    expect(await post('cleanup', { dry_run: false })).toEqual(due)
    expect(await post('cleanup')).toEqual({ ...due, uploads: 0 })
  })

  it('shows usage and cost', async () => {
    const docket = await docketForTest({ tokens })
    const [job] = await failJobs(docket, 'GW_5XX', 'GW_5XX', 'BROKEN_PDF')
    const usage = { model: 'm', input_tokens: 100, output_tokens: 10, cost: 0.5 }
    await recordLlmCall(docket.db, { job_id: job?.id ?? null, owner_id: 'x', ...usage })
    const seen = (await createAdmin(docket).get('analytics?days=7')) as Analytics
    expect(seen.by_day).toHaveLength(7)
    // The test may have run past midnight.
    const last = seen.by_day.slice(-2)
    const sumCounts = (field: 'jobs' | 'failed') => last.reduce((sum, day) => sum + day[field], 0)
    expect([sumCounts('jobs'), sumCounts('failed')]).toEqual([3, 3])
    expect(seen).toMatchObject({
      days: 7,
      batches: 1,
      jobs: 3,
      completed: 0,
      failed: 3,
      cached: 0,
      errors: [
        { code: 'GW_5XX', jobs: 2 },
        { code: 'BROKEN_PDF', jobs: 1 },
      ],
      mappings: [{ mapping: 'document_text_v1', jobs: 3, pages: 0 }],
      llm: { calls: 1, input_tokens: 100, output_tokens: 10, cost_usd: 0.5 },
    })
  })
})

describe('guessing the admin key', () => {
  it('temporarily locks the caller out of every admin route, but not users', async () => {
    const docket = await docketForTest({ tokens, rates: memoryRateLimiter(() => 100) })
    for (let nth = 0; nth < 20; nth++) {
      const address = nth % 2 ? '/api/me' : '/api/admin/overview'
      const response = await visitor(
        docket.url,
        bearer(`a wrong key that is as long as the right one ${nth}`),
      ).ask(address)
      expect(response.status).toBe(401)
    }
    const right = await visitor(docket.url, bearer(adminKey)).ask('/api/admin/overview')
    expect(right.status).toBe(429)
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0)
    const ada = visitor(docket.url, await createAuthHeaders('ada'))
    expect((await ada.ask('/api/me')).status).toBe(200)
    expect((await visitor(docket.url).ask('/api/me')).status).toBe(200)
  })
})
