import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { cpuSeconds } from '../../../test/support/processes/cpu-time.ts'
import { compile, maxTextLength } from '../layout/pattern.ts'
import { lintMapping } from './lint.ts'
import { explainUnsupported } from '../layout/unsupported-patterns.ts'

/** Maximum mapping size in the API. */
const maxBytes = 64 * 1024
/** Maximum CPU time. A trial process is killed after ten seconds. */
const maxSeconds = 6

const head = `name: own_v1
title: Own
description: Own
reader: invoice
match: [A]
fields: { number: B }
`
const table = 'table: { columns: { amount: C }, start: [amount], end: [D] }\n'

function fill(start: string, part: (index: number) => string, end: string): string {
  const parts: string[] = [start]
  let length = start.length + end.length
  for (let index = 0; ; index++) {
    const next = part(index)
    if (length + next.length > maxBytes) return parts.join('') + end
    length += next.length
    parts.push(next)
  }
}

describe('the longest hostile mapping', () => {
  it.each([
    ['unknown keys', fill(head + table, (index) => `k${index}: 1\n`, '')],
    [
      'unknown keys in many places',
      fill(`${head}${table}totals: { charges: {`, (index) => ` c${index}: {x: 1},`, ' }}'),
    ],
    ['one long key', fill(`${head}${table}`, () => 'k', ': 1')],
    [
      'errors below a long key',
      fill(`${head}${table}totals: { charges: { ${'k'.repeat(30_000)}: [`, () => '{x: 1},', ']}}'),
    ],
    [
      'wrong values',
      fill(`${head}table: { columns: { amount: [`, () => '".",', '] }, start: [], end: [] }'),
    ],
    [
      'unsupported patterns',
      fill(
        `${head}table: { columns: { amount: C }, start: [amount], end: [`,
        () => '(?=a)b,',
        '] }',
      ),
    ],
    [
      'patterns that compile slowly',
      fill(
        `${head}table: { columns: { amount: C }, start: [amount], end: [`,
        () => String.raw`'(\w{0,30}){0,30}',`,
        '] }',
      ),
    ],
    ['aliases', fill(`${head}${table}x: &a [1]\ny: [`, () => '*a,', ']')],
    ['deep lists', `${head}${table}x: ${'['.repeat(20_000)}`],
    ['deep objects', `${head}${table}x: ${'{a: '.repeat(10_000)}`],
    ['deep indentation', fill(`${head}${table}`, (index) => `${' '.repeat(index)}a:\n`, '')],
    ['repeated keys', fill(head + table, () => 'a: 1\n', '')],
  ])('is checked in bounded time: %s', async (_, yaml) => {
    let findings: unknown[] = []
    const seconds = await cpuSeconds(() => {
      ;({ findings } = lintMapping(yaml, 'own_v1.yaml'))
    })
    expect(findings.length).toBeGreaterThan(0)
    expect(seconds).toBeLessThan(maxSeconds)
    expect(JSON.stringify(findings.slice(0, 20)).length).toBeLessThan(64 * 1024)
  })
})

/** Every place in a layout that accepts a pattern. */
const places: ((pattern: string) => string)[] = [
  (p) => `${head.replace('number: B', `number: { text: ${p} }`)}${table}`,
  (p) => `${head.replace('number: B', `number: { text: x, unless: ${p} }`)}${table}`,
  (p) => `${head}${table.replace('[amount]', `{ amount: ${p} }`)}`,
  (p) => `${head}${table.replace('end:', `or_start: [{ amount: ${p} }], end:`)}`,
  (p) => `${head}${table.replace('[D]', `[D, ${p}]`)}`,
  (p) => `${head}${table.replace('end:', `skip: [${p}], end:`)}`,
  (p) => `${head}${table.replace('end:', `split: { amount: [amount, { drop: ${p} }] }, end:`)}`,
  (p) => `${head}${table.replace('end:', `take: { unit: { from: amount, pattern: ${p} } }, end:`)}`,
  (p) => `${head}${table.replace('end:', `drop: { amount: ${p} }, end:`)}`,
  (p) => `${head}${table.replace('end:', `untaxed: { amount: ${p} }, end:`)}`,
  (p) => `${head}${table}totals: { row: { text: ${p} } }`,
  (p) => `${head}${table}totals: { charges: { a: { text: ${p} } } }`,
  (p) => `${head}${table}totals: { withheld: { a: { text: x, unless: ${p} } } }`,
  (p) => `${head}${table}totals: { quantity: { text: ${p} } }`,
  (p) => `${head}${table}expect: { agrees: { date: { text: ${p} } } }`,
]

describe('a pattern in a mapping', () => {
  it.each(
    places.map(
      (place) =>
        [
          place('…')
            .split('\n')
            .find((line) => line.includes('…')),
          place,
        ] as const,
    ),
  )('must suit the linear-time engine: %s', (_, place) => {
    const codes = lintMapping(place("'(?=a)b'"), 'own_v1.yaml').findings.map(({ code }) => code)
    expect(codes).toContain('pattern_looks_around')
    const errors = lintMapping(place("'a'"), 'own_v1.yaml').findings.filter(
      ({ severity }) => severity === 'error',
    )
    expect(errors).toEqual([])
  })

  it('never runs on the backtracking engine', () => {
    const native = [vi.spyOn(RegExp.prototype, 'exec'), vi.spyOn(RegExp.prototype, 'test')]
    onTestFinished(() => native.forEach((one) => one.mockRestore()))
    const source = '(a+)+zqx$'
    const pattern = compile(source)
    pattern.test('a'.repeat(50))
    pattern.exec(`${'a'.repeat(50)}zqx`)
    pattern.removeFrom('a'.repeat(50))
    const ran = native.flatMap(({ mock }) => mock.contexts.map((one) => (one as RegExp).source))
    expect(ran.filter((one) => one.includes('zqx'))).toEqual([])
  })

  it('runs in linear time on any text', () => {
    const atom = fc.constantFrom(
      'a',
      'b',
      '.',
      String.raw`\w`,
      '[ab]',
      '[^b]',
      '(?:a|aa)',
      '(a|b|ab)',
    )
    const times = fc.constantFrom('*', '+', '?', '{0,20}', '{2,}', '{3}', '*?', '+?')
    const source = fc.letrec((tie) => ({
      part: fc.oneof(
        { maxDepth: 3 },
        fc.tuple(atom, times).map(([one, many]) => one + many),
        fc.tuple(tie('sequence'), times).map(([inner, many]) => `(${String(inner)})${many}`),
      ),
      sequence: fc
        .array(tie('part'), { minLength: 1, maxLength: 5 })
        .map((parts) => parts.map(String).join('')),
    })).sequence
    const texts = ['a'.repeat(maxTextLength), `${'ab'.repeat(maxTextLength / 2 - 1)}!`]
    let accepted = 0
    fc.assert(
      fc.property(source, fc.constantFrom('', '$', '!', 'c'), (body, end) => {
        const pattern = `${String(body)}${end}`
        if (explainUnsupported(pattern) !== undefined) return
        accepted += 1
        const compiled = compile(pattern)
        for (const text of texts) {
          expect(measureFastest(() => compiled.test(text))).toBeLessThan(maxCpuMs)
          expect(measureFastest(() => compiled.exec(text))).toBeLessThan(maxCpuMs)
        }
      }),
      { numRuns: 150 },
    )
    expect(accepted).toBeGreaterThan(50)
  })
})

const maxCpuMs = 150

/** Returns the lower of two CPU times, in seconds, so that garbage collection does not fail the test. */
function measureFastest(work: () => unknown): number {
  const times = [1, 2].map(() => {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  })
  return Math.min(...times)
}
