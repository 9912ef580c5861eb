import { expect, it, onTestFinished, vi } from 'vitest'
import { announce, formatAnnouncements, announcement } from './announcements.ts'

it('announces a single file with its reason and counts several', () => {
  expect(
    formatAnnouncements([
      { kind: 'complete', filename: 'a.pdf' },
      { kind: 'failed', filename: 'b.pdf', reason: 'It is damaged.' },
      { kind: 'complete', filename: 'c.pdf' },
    ]),
  ).toBe('2 documents complete. b.pdf failed. It is damaged.')
})

it('shows a sentence for the full duration, even if it is repeated', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  announce('Saved.')
  vi.advanceTimersByTime(5000)
  announce('Saved.')
  vi.advanceTimersByTime(5000)
  expect(announcement.get()).toBe('Saved.')
  vi.advanceTimersByTime(1000)
  expect(announcement.get()).toBe('')
})
