import { expect, it } from 'vitest'
import { sendInChunks } from './bulk-operations.ts'

it('sends at most 1,000 ids at a time and reports skipped jobs', async () => {
  const jobs = Array.from({ length: 2001 }, (_, index) => ({ id: String(index) }))
  const sizes: number[] = []
  const { done, failures } = await sendInChunks(jobs, (ids) => {
    sizes.push(ids.length)
    const skipped = ids.includes('2000') ? [{ id: '2000', code: 'NOT_RETRYABLE' as const }] : []
    return Promise.resolve({ changed_count: ids.length - skipped.length, skipped })
  })
  expect(sizes).toEqual([1000, 1000, 1])
  expect(done).toBe(2000)
  expect(failures.map(({ code }) => code)).toEqual(['NOT_RETRYABLE'])
})
