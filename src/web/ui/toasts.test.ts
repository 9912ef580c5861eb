import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { hideToast, hideToastLater, keepToast, showToast, toast } from './toasts.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  hideToast()
  vi.useRealTimers()
})

it('shows the latest toast for a limited time', () => {
  showToast({ text: 'first' })
  vi.advanceTimersByTime(15_000)
  showToast({ text: 'second' })
  vi.advanceTimersByTime(15_000)
  expect(toast.get()).toEqual({ text: 'second' })
  vi.advanceTimersByTime(6000)
  expect(toast.get()).toBeUndefined()
})

it('stays while the user points at it', () => {
  showToast({ text: 'kept' })
  keepToast()
  vi.advanceTimersByTime(60_000)
  expect(toast.get()).toEqual({ text: 'kept' })
  hideToastLater()
  vi.advanceTimersByTime(21_000)
  expect(toast.get()).toBeUndefined()
})
