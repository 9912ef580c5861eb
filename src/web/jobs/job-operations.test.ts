import { expect, it } from 'vitest'
import { AppError } from '../../domain/errors/app-error.ts'
import { forEachConcurrently } from './job-operations.ts'

it('processes all jobs, a few at a time, and reports failures', async () => {
  let [running, maxRunning] = [0, 0]
  const steps: number[] = []
  const result = await forEachConcurrently(
    Array.from({ length: 11 }, (_, index) => index),
    async (one) => {
      maxRunning = Math.max(maxRunning, ++running)
      await Promise.resolve()
      running--
      if (one === 3) throw new AppError('SOURCE_GONE')
    },
    (done) => steps.push(done),
  )
  expect(result.done).toBe(10)
  expect(result.failures.map(({ code }) => code)).toEqual(['SOURCE_GONE'])
  expect(maxRunning).toBe(4)
  expect(steps.at(-1)).toBe(11)
})
