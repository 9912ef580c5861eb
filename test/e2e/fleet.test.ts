import { describe, expect, it, vi } from 'vitest'
import { findViolatedInvariants } from '../../chaos/invariants.ts'
import { makeUnique, textPdf } from '../fixtures/pdfs.ts'
import { runningDocket, temporaryFolder } from '../support/processes/command.ts'
import { databaseForTest } from '../support/database/database.ts'
import { visitor } from '../support/docket/visitor.ts'
import { adminKey, bearer } from '../support/docket/tokens.ts'

describe('a fleet', () => {
  it('completes 300 jobs, each of them once, with one web and three worker processes', {
    timeout: 360_000,
  }, async () => {
    const { url: DATABASE_URL, db } = await databaseForTest()
    const env = { DATABASE_URL, DATA_DIR: await temporaryFolder() }
    const web = await runningDocket('serve', { ...env, ADMIN_KEY: adminKey })
    const admin = visitor(web.url, bearer(adminKey))
    // All workers start before any job can be claimed.
    await admin.ask('/api/admin/pause', { method: 'POST' })
    for (const WORKER_ID of ['a', 'b', 'c']) await runningDocket('work', { ...env, WORKER_ID })
    const person = visitor(web.url)
    await person.ask('/api/jobs')
    const pdf = await textPdf()
    for (const _ of Array(10)) {
      const responses = await Promise.all(
        Array.from({ length: 30 }, () => person.upload(makeUnique(pdf))),
      )
      expect(new Set(responses.map((response) => response.status))).toEqual(new Set([202]))
    }
    await admin.ask('/api/admin/resume', { method: 'POST' })
    await vi.waitFor(
      async () => {
        const left = await db.query(`select 1 from jobs where status <> 'complete'`)
        expect(left).toHaveLength(0)
      },
      { timeout: 300_000, interval: 200 },
    )
    expect(await findViolatedInvariants(DATABASE_URL)).toEqual([])
    const [claims] = await db.query<{ claims: number; completions: number; workers: number }>(
      `select count(*) filter (where type = 'claim')::int as claims,
        count(*) filter (where type = 'complete')::int as completions,
        count(distinct split_part(worker, '-', 1))::int as workers
      from events`,
    )
    expect(claims).toMatchObject({ claims: 300, completions: 300 })
    // One worker may hang briefly and find nothing left to do.
    expect(claims?.workers).toBeGreaterThan(1)
  })

  it('requires a shared database', async () => {
    for (const verb of ['serve', 'work'] as const) {
      await expect(runningDocket(verb, {})).rejects.toThrow(`docket ${verb} requires DATABASE_URL`)
    }
  })
})
