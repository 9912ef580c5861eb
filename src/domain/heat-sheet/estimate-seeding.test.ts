import fc from 'fast-check'
import { expect, it } from 'vitest'
import { estimateSeeding } from './estimate-seeding.ts'

it.each([
  [1, 20, 8, 3, 3, 4],
  [2, 20, 8, 3, 3, 5],
  [8, 20, 8, 3, 3, 8],
  [9, 20, 8, 2, 3, 4],
  [20, 20, 8, 1, 3, 6],
  [1, 5, 5, 1, 1, 3],
  [5, 5, 5, 1, 1, 1],
])(
  'seeds rank %i of %i in a pool with %i lanes in heat %i of %i, lane %i',
  (rank, entries, lanes, heat_number, heats_total, lane) => {
    expect(estimateSeeding(rank, entries, lanes)).toEqual({ heat_number, heats_total, lane, lanes })
  },
)

it('fills the slowest heat from the next one, so that nobody swims alone', () => {
  const slowest = [16, 17, 15, 14].map((rank) => estimateSeeding(rank, 17, 8)?.heat_number)
  expect(slowest).toEqual([1, 1, 1, 2])
})

it('estimates nothing for an impossible rank', () => {
  expect(estimateSeeding(9, 8, 8)).toBe(null)
  expect(estimateSeeding(0, 8, 8)).toBe(null)
})

it('gives every swimmer a separate lane', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 200 }),
      fc.integer({ min: 3, max: 12 }),
      (entries, lanes) => {
        const places = Array.from({ length: entries }, (_, index) => {
          const place = estimateSeeding(index + 1, entries, lanes)
          expect(place && place.lane >= 1 && place.lane <= lanes).toBe(true)
          return `${place?.heat_number}/${place?.lane}`
        })
        expect(new Set(places).size).toBe(entries)
      },
    ),
  )
})
