import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const row = /^\| (\d+) +\|.*\| ([^|]+)\|$/gm
const named = /`([^`]+\.test\.ts)`/g
/** The numbers before the colon in the title of a test: `P5, P7: it is queued …`. */
const title = /['`]((?:P\d+, )*P\d+): /g

const rows = [...readFileSync('test/properties.md', 'utf8').matchAll(row)].map(
  ([, number = '', files = '']) => ({
    number: Number(number),
    files: [...files.matchAll(named)].map(([, file = '']) => file),
  }),
)

function findNumbers(file: string): string[] {
  const source = readFileSync(path.join('test', file), 'utf8')
  return [...source.matchAll(title)].flatMap(([, numbers = '']) => numbers.split(', '))
}

it('lists every property from 1 to 33 once in properties.md', () => {
  const numbers = rows.map(({ number }) => number).toSorted((a, b) => a - b)
  expect(numbers).toEqual(Array.from({ length: 33 }, (_, nth) => nth + 1))
})

it('has a test with the property number in each listed file', () => {
  const missing = rows.flatMap(({ number, files }) => {
    if (files.length === 0) return [`P${number} names no file`]
    const filesWithoutTest = files.filter((file) => !findNumbers(file).includes(`P${number}`))
    return filesWithoutTest.map((file) => `P${number} is not in ${file}`)
  })
  expect(missing).toEqual([])
})

/** Returns the source of each test whose title contains this number, up to the next test. */
function findTests(file: string, number: number): string[] {
  const source = readFileSync(path.join('test', file), 'utf8')
  const tests = source.split(/^(?= *it[.(])/m)
  return tests.filter((test) => new RegExp(`['\`](?:P\\d+, )*P${number}(?:, P\\d+)*: `).test(test))
}

/**
 * Minimum number of generated inputs per property: 100 if a run is cheap, 20 if it uploads files, starts workers or
 * waits for an outage.
 */
const inputsByNumber = new Map([
  ...[1, 6, 8, 11, 12, 19, 26, 28, 29, 31].map((number) => [number, 100] as const),
  ...[4, 9, 23, 24, 25, 30, 32, 33].map((number) => [number, 20] as const),
])

it('has a test with enough generated inputs for every property', () => {
  const isGenerated = (test: string, least: number) =>
    test.includes('fc.assert') && Number(/numRuns: (\d+)/.exec(test)?.[1] ?? 10) >= least
  const others = rows.filter(({ number, files }) => {
    const least = inputsByNumber.get(number) ?? 10
    return !files.some((file) => findTests(file, number).some((one) => isGenerated(one, least)))
  })
  expect(others.map(({ number }) => `P${number}`)).toEqual([])
})
