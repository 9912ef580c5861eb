import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AppError } from '../domain/errors/app-error.ts'
import { defaultRetryOptions, withRetries } from './retry.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('outlasts per-minute rate limits and reports each wait', async () => {
  const rateLimitError = () => new AppError('RATE_LIMITED', undefined, { retryAfterSeconds: 60 })
  const attempt = vi
    .fn()
    .mockRejectedValueOnce(rateLimitError())
    .mockRejectedValueOnce(rateLimitError())
  const onWait = vi.fn()
  const done = withRetries(attempt, { ...defaultRetryOptions, onWait })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(attempt).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(65_000)
  await done
  expect(attempt).toHaveBeenCalledTimes(3)
  expect(onWait.mock.calls).toEqual([
    [expect.closeTo(60.4, 0), expect.objectContaining({ code: 'RATE_LIMITED' })],
    [expect.closeTo(60.75, 0), expect.objectContaining({ code: 'RATE_LIMITED' })],
  ])
})
