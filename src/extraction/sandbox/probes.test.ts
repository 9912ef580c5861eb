import { expect, it } from 'vitest'
import type { Probed } from './messages.ts'
import { createProbes } from './probes.ts'
import type { Reader, RunOptions } from './reader.ts'
import { createTurns } from './turns.ts'

type Open = (files: string[], options: RunOptions) => Promise<Probed[]>

/** Probes by one child, which opens files as it is told to. */
function probesBy(open: Open) {
  const asked: string[][] = []
  const run = (task: { files: string[] }, options: RunOptions) => {
    asked.push(task.files)
    return open(task.files, options)
  }
  const reader = { run, isAlive: () => true, isFit: () => true, end: async () => {} }
  const turns = createTurns(1)
  const probe = createProbes(async (work) => {
    await turns.take()
    await work(reader as unknown as Reader).finally(turns.give)
  })
  return { probe, asked }
}

const openAll: Open = async (files) => files.map((file) => ({ page_count: file.length }))

it('asks a child for all that wait, a few at a time, and for each once', async () => {
  const { probe, asked } = probesBy(openAll)
  const files = Array.from({ length: 11 }, (_, nth) => 'x'.repeat(nth + 1))
  const opened = await Promise.all(files.map((file) => probe(file, undefined)))
  expect(opened.map(({ page_count }) => page_count)).toEqual(files.map(({ length }) => length))
  expect(asked).toEqual([files.slice(0, 8), files.slice(8)])
})

it('asks for each by itself when those that went together were lost', async () => {
  const { probe, asked } = probesBy(async (files, options) => {
    if (files.length === 1 && files[0] !== 'bad') return openAll(files, options)
    throw new Error('lost')
  })
  const outcomes = await Promise.allSettled(['a', 'bad', 'ccc'].map((it) => probe(it, undefined)))
  expect(outcomes).toMatchObject([
    { value: { page_count: 1 } },
    { reason: { message: 'lost' } },
    { value: { page_count: 3 } },
  ])
  expect(asked).toEqual([['a', 'bad', 'ccc'], ['a'], ['bad'], ['ccc']])
})

it('gives those that go together less time than one that goes alone', async () => {
  const given: unknown[] = []
  const { probe } = probesBy(async (files, options) => {
    given.push(options.seconds)
    return openAll(files, options)
  })
  await Promise.all([probe('a', undefined), probe('b', undefined)])
  await probe('c', undefined)
  expect(given).toEqual([5, undefined])
})

it('lets one leave while the others are opened, and ends the child for one that is alone', async () => {
  const leaving = new AbortController()
  const signals: (AbortSignal | undefined)[] = []
  const { probe, asked } = probesBy(async (files, options) => {
    signals.push(options.signal)
    if (files.includes('gone')) leaving.abort(new Error('hung up'))
    return openAll(files, options)
  })
  const together = [probe('gone', leaving.signal), probe('other', undefined)]
  expect(await Promise.allSettled(together)).toMatchObject([
    { reason: { message: 'hung up' } },
    { value: { page_count: 5 } },
  ])
  await expect(probe('late', leaving.signal)).rejects.toThrow('hung up')
  const alone = new AbortController()
  await probe('alone', alone.signal)
  expect(asked).toEqual([['gone', 'other'], ['alone']])
  expect(signals).toEqual([undefined, alone.signal])
})
