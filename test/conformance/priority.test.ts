import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  claim,
  claimedOwners,
  queueJobs,
  readStatus,
  resetQueue,
} from '../support/database/jobs.ts'
import { queueForFile } from '../support/database/queue.ts'

const db = await queueForFile()

describe('priorities across owners', () => {
  it('P6: claims every premium job before the standard jobs of any owner', async () => {
    const upload = fc.record({
      owner_id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
      priority: fc.constantFrom(0, 10),
      jobs: fc.integer({ min: 1, max: 4 }),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(upload, { minLength: 2, maxLength: 10 }),
        fc.integer({ min: 1, max: 7 }),
        async (uploads, limit) => {
          await resetQueue(db)
          const left: { id: string; owner_id: string; priority: number }[] = []
          for (const { jobs, ...facts } of uploads) {
            for (const { id } of await queueJobs(db, jobs, facts)) left.push({ id, ...facts })
          }
          while (left.length > 0) {
            const claimed = (await claim(db, limit)).map(
              ({ id }) =>
                left.splice(
                  left.findIndex((job) => job.id === id),
                  1,
                )[0],
            )
            expect(claimed).toHaveLength(Math.min(limit, claimed.length + left.length))
            const lowest = Math.min(...claimed.map((job) => job?.priority ?? 0))
            expect(left.filter((job) => job.priority > lowest)).toEqual([])
          }
        },
      ),
      { numRuns: 40, seed: 5 },
    )
  })

  it('alternates between owners within each priority', async () => {
    for (const owner_id of ['a', 'b', 'c']) {
      await queueJobs(db, 6, { owner_id, priority: 10 })
      await queueJobs(db, 6, { owner_id })
    }
    for (const _ of Array(12)) {
      expect(new Set(await claimedOwners(db, 3))).toEqual(new Set(['a', 'b', 'c']))
    }
  })

  it("does not starve a standard job while other owners' premium jobs keep arriving", async () => {
    const [old] = await queueJobs(db, 1, { owner_id: 'patient' })
    const servedOwners: string[] = []
    for (let minute = 0; minute < 15; minute++) {
      await queueJobs(db, 2, { owner_id: 'premium', priority: 10 })
      servedOwners.push(...(await claimedOwners(db, 1)))
      await db.query(
        `update jobs set queued_at = queued_at - interval '1 minute' where status = 'queued'`,
      )
      // Keeps the premium jobs new, so that they do not gain priority by waiting.
      await db.query(
        `update jobs set queued_at = now() where owner_id = 'premium' and status = 'queued'`,
      )
    }
    expect(servedOwners.slice(0, 10)).not.toContain('patient')
    expect(servedOwners.slice(10)).toContain('patient')
    expect(await readStatus(db, old?.id ?? '')).toBe('processing')
  })
})
