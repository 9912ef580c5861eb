import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { waitForStopSignal } from './stop-signals.ts'

const signals = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const

beforeEach(() => {
  const before = signals.map((signal) => process.listeners(signal))
  vi.useFakeTimers({ toFake: ['performance'] })
  vi.spyOn(process, 'exit').mockReturnValue(undefined as never)
  onTestFinished(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
    for (const [index, signal] of signals.entries()) {
      const added = process.listeners(signal).filter((one) => !before[index]?.includes(one))
      for (const listener of added) process.off(signal, listener)
    }
  })
})

it.each(signals)('stops on the first %s', async (signal) => {
  const stopped = waitForStopSignal()
  process.emit(signal, signal)
  await stopped
  expect(process.exit).not.toHaveBeenCalled()
})

it('counts signals within a second as one signal', async () => {
  const stopped = waitForStopSignal()
  process.emit('SIGINT', 'SIGINT')
  await stopped
  process.emit('SIGINT', 'SIGINT')
  vi.advanceTimersByTime(999)
  process.emit('SIGINT', 'SIGINT')
  process.emit('SIGTERM', 'SIGTERM')
  expect(process.exit).not.toHaveBeenCalled()
})

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('exits immediately on a second %s after one second', async (signal, code) => {
  const stopped = waitForStopSignal()
  process.emit('SIGINT', 'SIGINT')
  await stopped
  vi.advanceTimersByTime(1000)
  process.emit(signal, signal)
  expect(process.exit).toHaveBeenCalledWith(code)
})
