import { describe, expect, it } from 'vitest'
import type { ProbeOutcome } from './messages.ts'
import { createBatchProbe } from './batch-probes.ts'
import type { ChildHandle, RunOptions } from './child-handle.ts'
import { createSemaphore } from './semaphore.ts'

type Open = (files: string[], options: RunOptions) => Promise<ProbeOutcome[]>

/** Creates probes with one child, which runs `open` once it is free. */
function createProbes(open: Open, isFree = Promise.resolve()) {
  const batches: string[][] = []
  const run = (task: { files: string[] }, options: RunOptions) => {
    batches.push(task.files)
    return open(task.files, options)
  }
  const child = { run, isAlive: () => true, isReusable: () => true, end: async () => {} }
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
  const opened = await Promise.all(files.map((file) => probe(file, undefined)))
  expect(opened.map(({ page_count }) => page_count)).toEqual(files.map(({ length }) => length))
  expect(batches).toEqual([files.slice(0, 8), files.slice(8)])
})

it('probes documents one by one after their batch fails', async () => {
  const { probe, batches } = createProbes(async (files, options) => {
    if (files.length === 1 && files[0] !== 'bad') return openAll(files, options)
    throw new Error('lost')
  })
  const outcomes = await Promise.allSettled(['a', 'bad', 'ccc'].map((it) => probe(it, undefined)))
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
  await Promise.all([probe('a', undefined), probe('b', undefined)])
  await probe('c', undefined)
  expect(given).toEqual([2, undefined])
})

it('does not wait forever for a child that returns only some results', async () => {
  const { probe, batches } = createProbes(async () => [])
  const outcomes = await Promise.allSettled([probe('a', undefined), probe('b', undefined)])
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
    const both = Promise.allSettled([probe('gone', leaving.signal), probe('other', undefined)])
    leaving.abort(new Error('hung up'))
    free()
    const outcomes = [{ reason: { message: 'hung up' } }, { value: { page_count: 5 } }]
    expect(await both).toMatchObject(outcomes)
    await expect(probe('late', leaving.signal)).rejects.toThrow('hung up')
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
    const both = [probe('a', one.signal), probe('b', other.signal)]
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
    await probe('alone', alone.signal)
    expect(signals).toEqual([alone.signal])
  })
})
