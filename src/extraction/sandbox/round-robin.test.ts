import { expect, it } from 'vitest'
import { createRoundRobin } from './round-robin.ts'

const files = (client: string, count: number) =>
  Array.from({ length: count }, (_, nth) => ({ client, file: `${client}${nth}` }))
const names = (items: { file: string }[]) => items.map(({ file }) => file).join(' ')

it('lets clients take turns, each with its own files', () => {
  const turns = createRoundRobin<{ client: string; file: string }>()
  for (const item of [...files('a', 5), ...files('b', 1), ...files('c', 2)]) turns.add(item)
  const taken = Array.from({ length: 6 }, () => names(turns.take('usual', 2)))
  expect(taken).toEqual(['a0 a1', 'b0', 'c0 c1', 'a2 a3', 'a4', ''])
})

it('moves a slow client and its waiting files to another queue', () => {
  const turns = createRoundRobin<{ client: string; file: string }>()
  for (const item of [...files('a', 2), ...files('b', 1)]) turns.add(item)
  expect(turns.slowDown('a')).toBe(2)
  expect(turns.add({ client: 'a', file: 'later' })).toBe('slow')
  expect(names(turns.take('usual', 8))).toBe('b0')
  expect(names(turns.take('slow', 8))).toBe('a0 a1 later')
})

it('forgets a removed file', () => {
  const turns = createRoundRobin<{ client: string; file: string }>()
  const [first, second] = files('a', 2)
  for (const item of [first, second]) if (item) turns.add(item)
  if (first) turns.remove(first)
  expect(names(turns.take('usual', 8))).toBe('a1')
  expect(turns.take('usual', 8)).toEqual([])
})
