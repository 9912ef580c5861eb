import { describe, expect, it, vi } from 'vitest'
import type { ProbeOutcome } from './messages.ts'
import { createBatchProbe } from './batch-probes.ts'
import type { ChildHandle, RunOptions } from './child-handle.ts'
import { createSemaphore } from './semaphore.ts'

type Open = (files: string[], options: RunOptions) => Promise<ProbeOutcome[]>

/** Creates a probe function with one child, which runs `open` once `isFree` has resolved. */
function createProbes(open: Open, isFree = Promise.resolve()) {
  const batches: string[][] = []
  const run = (task: { files: string[] }, options: RunOptions) => {
    batches.push(task.files)
    return open(task.files, options)
  }
  const child = { run, lastTaskMs: () => 1 }
  const turns = createSemaphore(1)
  const probe = createBatchProbe(async (work) => {
    await isFree
    await turns.acquire()
    await work(child as unknown as ChildHandle).finally(turns.release)
  })
  return { probe, batches }
}

const openAll: Open = async (files) => files.map((file) => ({ page_count: file.length }))

it('sends waiting documents to a child in small batches, each document once', async () => {
  const { probe, batches } = createProbes(openAll)
  const files = Array.from({ length: 11 }, (_, nth) => 'x'.repeat(nth + 1))
  const opened = await Promise.all(files.map((file) => probe(file, {})))
  expect(opened.map(({ page_count }) => page_count)).toEqual(files.map(({ length }) => length))
  expect(batches).toEqual([files.slice(0, 8), files.slice(8)])
})

it('probes documents one by one after their batch fails', async () => {
  const { probe, batches } = createProbes(async (files, options) => {
    if (files.length === 1 && files[0] !== 'bad') return openAll(files, options)
    throw new Error('lost')
  })
  const outcomes = await Promise.allSettled(['a', 'bad', 'ccc'].map((it) => probe(it, {})))
  expect(outcomes).toMatchObject([
    { value: { page_count: 1 } },
    { reason: { message: 'lost' } },
    { value: { page_count: 3 } },
  ])
  expect(batches).toEqual([['a', 'bad', 'ccc'], ['a'], ['bad'], ['ccc']])
})

it('limits a batch to less time than a single document', async () => {
  const given: unknown[] = []
  const { probe } = createProbes(async (files, options) => {
    given.push(options.seconds)
    return openAll(files, options)
  })
  await Promise.all([probe('a', {}), probe('b', {})])
  await probe('c', {})
  expect(given).toEqual([2, undefined])
})

it('does not wait forever for a child that returns only some results', async () => {
  const { probe, batches } = createProbes(async () => [])
  const outcomes = await Promise.allSettled([probe('a', {}), probe('b', {})])
  expect(outcomes).toMatchObject([
    { reason: { message: 'The child returned no result for a file' } },
    { reason: { message: 'The child returned no result for a file' } },
  ])
  expect(batches).toEqual([['a', 'b'], ['a'], ['b']])
})

describe('an aborted caller', () => {
  it('removes its document from the queue', async () => {
    let free = () => {}
    const isFree = new Promise<void>((resolve) => {
      free = resolve
    })
    const { probe, batches } = createProbes(openAll, isFree)
    const leaving = new AbortController()
    const both = Promise.allSettled([probe('gone', { signal: leaving.signal }), probe('other', {})])
    leaving.abort(new Error('hung up'))
    free()
    const outcomes = [{ reason: { message: 'hung up' } }, { value: { page_count: 5 } }]
    expect(await both).toMatchObject(outcomes)
    await expect(probe('late', { signal: leaving.signal })).rejects.toThrow('hung up')
    expect(batches).toEqual([['other']])
  })

  it('stops a shared probe only if it is the last caller', async () => {
    const [one, other] = [new AbortController(), new AbortController()]
    const seen: boolean[] = []
    const { probe, batches } = createProbes(async (_, { signal }) => {
      for (const leaving of [one, other]) {
        leaving.abort(new Error('hung up'))
        seen.push(signal?.aborted ?? false)
      }
      throw signal?.reason
    })
    const both = [probe('a', { signal: one.signal }), probe('b', { signal: other.signal })]
    const outcomes = [{ reason: { message: 'hung up' } }, { reason: { message: 'hung up' } }]
    expect(await Promise.allSettled(both)).toMatchObject(outcomes)
    expect(seen).toEqual([false, true])
    expect(batches).toEqual([['a', 'b']])
  })

  it('stops the child if it is the only caller', async () => {
    const signals: (AbortSignal | undefined)[] = []
    const { probe } = createProbes(async (files, options) => {
      signals.push(options.signal)
      return openAll(files, options)
    })
    const alone = new AbortController()
    await probe('alone', { signal: alone.signal })
    expect(signals).toEqual([alone.signal])
  })
})

it('leaves a child to the others while the files of one client open slowly', async () => {
  let lastTaskMs = 1
  const running: { file: string; end: () => void }[] = []
  const child = {
    lastTaskMs: () => lastTaskMs,
    run: ({ files }: { files: string[] }) =>
      new Promise<ProbeOutcome[]>((resolve) => {
        running.push({
          file: files.join(),
          end: () => resolve(files.map(() => ({ page_count: 1 }))),
        })
      }),
  }
  const slots = createSemaphore(2)
  const probe = createBatchProbe(async (work) => {
    await slots.acquire()
    await work(child as unknown as ChildHandle).finally(slots.release)
  }, 2)
  const first = probe('slow', { client: 'a' })
  await vi.waitFor(() => expect(running.map(({ file }) => file)).toEqual(['slow']))
  lastTaskMs = 1_500
  running[0]?.end()
  await first
  lastTaskMs = 1
  const slow = ['b', 'c', 'd'].map((file) => probe(file, { client: 'a' }))
  await vi.waitFor(() => expect(running).toHaveLength(2))
  // Without a limit for slow clients, this probe would take the second child.
  const more = probe('more', { client: 'a' })
  await new Promise(setImmediate)
  const other = probe('other', { client: 'e' })
  await vi.waitFor(() => expect(running).toHaveLength(3))
  expect(running.map(({ file }) => file)).toEqual(['slow', 'b,c,d', 'other'])
  for (const { end } of running) end()
  await Promise.all([...slow, other])
  await vi.waitFor(() => expect(running.at(-1)?.file).toBe('more'))
  running.at(-1)?.end()
  await more
})
