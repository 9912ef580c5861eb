import { EventEmitter, once } from 'node:events'
import { setImmediate as nextTick } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it, vi } from 'vitest'
import { pipeForTest, blockEventLoop } from '../../test/support/processes/block-event-loop.ts'
import { startDeadline, startTimeout, withTimeout, withAbortTimeout } from './timeouts.ts'

it('delivers data that arrived while the event loop was blocked', async () => {
  const { near, far } = await pipeForTest()
  const response = withTimeout(once(near, 'data'), 20)
  far.write('here')
  blockEventLoop(100)
  expect(String(await response)).toBe('here')
})

it('rejects on timeout and passes on other errors', async () => {
  await expect(withTimeout(new Promise(() => undefined), 20)).rejects.toThrow('timed out')
  await expect(withTimeout(Promise.reject(new Error('away')), 20)).rejects.toThrow('away')
})

it('can be cancelled by data that arrived before the timeout is evaluated', async () => {
  const { near, far } = await pipeForTest()
  const giveUp = vi.fn()
  near.on('data', startTimeout(20, giveUp))
  far.write('here')
  blockEventLoop(100)
  await once(near, 'data')
  await nextTick()
  expect(giveUp).not.toHaveBeenCalled()
})

it('aborts work that takes too long, with a clear error', async () => {
  const nobody = new EventEmitter()
  const work = withAbortTimeout(20, (signal) => once(nobody, 'word', { signal }))
  await expect(work).rejects.toMatchObject({ cause: { message: 'no response within 0.02 s' } })
})

it('aborts at the deadline even if only its listener references the signal', async () => {
  setFlagsFromString('--expose_gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const waiting = new Promise((resolve) => {
    startDeadline(50, new AbortController().signal).signal.addEventListener('abort', resolve)
  })
  collectGarbage()
  await waiting
})

it('aborts with the outer signal, even if it was already aborted', () => {
  const outer = new AbortController()
  const deadline = startDeadline(60_000, outer.signal)
  expect(deadline.signal.aborted).toBe(false)
  outer.abort('stopping')
  expect(deadline.signal.reason).toBe('stopping')
  deadline.cancel()
  const late = startDeadline(60_000, outer.signal)
  expect(late.signal.reason).toBe('stopping')
  late.cancel()
})
