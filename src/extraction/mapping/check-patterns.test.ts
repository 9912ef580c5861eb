import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { render } from '../../domain/i18n/render.ts'
import { compile, maxTextLength } from '../layout/pattern.ts'
import { loadMappings } from './load.ts'
import { checkPatterns } from './check-patterns.ts'
import { parsePattern, explainUnsupported } from '../layout/unsupported-patterns.ts'
import { explainUnmatchable } from './unmatchable-patterns.ts'

/** Renders an encoded fault in English. */
const text = (encodeFault: string | undefined) =>
  encodeFault === undefined ? undefined : render({ ...JSON.parse(encodeFault), path: null })
const findSyntaxFault = (source: string) => text(explainUnsupported(source))
const findUselessReason = (source: string) => text(explainUnmatchable(parsePattern(source)))
/** Maximum CPU time for hostile input of maximum length, in milliseconds. */
const maxCpuMs = 50

describe('a pattern that is exponential in a backtracking engine', () => {
  it.each([
    ['two adjacent repeats of the same', '\\w*\\w*!'],
    ['a dozen optional parts', 'a?'.repeat(30) + 'a'.repeat(30)],
    ['counted repeats in a row', 'a{0,20}'.repeat(8)],
    ['counted repeats before an impossible end', `${'a{0,20}'.repeat(8)}!`],
    ['a nested repeat', '(a+)+$'],
    ['a deeply nested repeat', '^x((?:y|(z*))q)*$'],
    ['a repeat in a counted repeat', '^(.*a){12}$'],
    ['an option in a repeat', '(a?b?)*$'],
    ['identical alternatives', '(a|a)*$'],
    ['alternatives with a common prefix', '(a|aa)+$'],
    ['overlapping alternatives', '(\\w|\\d)+$'],
    ['an empty alternative', '(a|)+$'],
    ['three repeats in a row', '^.*.*.*$'],
    ['repeats separated by a matching character', '^\\w+\\d+x?[a-z0-9]+$'],
    ['an e-mail address', '^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@)$'],
    ['words and spaces', '^(\\w+\\s?)*$'],
  ])('runs quickly: %s', (_what, source) => {
    expect(findSyntaxFault(source)).toBeUndefined()
    const worst = ['a', '0', 'a ', '0 '].flatMap((part) => {
      const text = part.repeat(maxTextLength).slice(0, maxTextLength)
      return [text, `${text.slice(1)}!`]
    })
    const pattern = compile(source)
    for (const text of worst) {
      expect(measureFastest(() => pattern.test(text))).toBeLessThan(maxCpuMs)
      expect(measureFastest(() => pattern.exec(text))).toBeLessThan(maxCpuMs)
    }
  })
})

/** Returns the lowest of three CPU times, so that a busy machine does not fail the test. */
function measureFastest(work: () => unknown): number {
  const times = [1, 2, 3].map(() => {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  })
  return Math.min(...times)
}

describe('checkPatterns', () => {
  it.each([
    ['^(?!invoice).+', '"(?!invoice)" is a lookahead, which patterns do not support'],
    ['a(b(?=c))', '"(?=c)" is a lookahead'],
    ['(?<=No )\\d+', '"(?<=No )" is a lookbehind'],
    ['(?<!x)\\d+', '"(?<!x)" is a lookbehind'],
    ['(\\w+)\\1', '"\\1" is a backreference'],
    ['(?<n>\\w+)\\k<n>', '"\\k<n>" is a backreference'],
    ['\\d{2000}', '"{2000}" is not supported (invalid repeat count)'],
    ['\\p{Script=Han}', '"\\p{Script=Han}" is not supported'],
    ['(\\w{0,30}){0,30}', 'takes more than 400 steps'],
    ['('.repeat(15_000) + ')'.repeat(15_000), 'must have at most 1000 characters'],
  ])('rejects unsupported syntax: %s', (source, reason) => {
    expect(findSyntaxFault(source)).toContain(reason)
  })

  it.each(['a{1000}'.repeat(40), '((a{0,99}){0,99}){0,99}', '\\p{L}{900}'])(
    'rejects a large pattern without compiling it: %s',
    (source) => {
      expect(findSyntaxFault(source)).toContain('takes more than 400 steps')
      expect(measureFastest(() => findSyntaxFault(source))).toBeLessThan(maxCpuMs / 5)
    },
  )

  it.each([
    '^\\d{1,3}(\\.\\d{3})*(,\\d{2})?$',
    'Total \\((\\w+)\\)',
    'Total.*VAT.*',
    '( ?\\d{4}){4}',
    '^[A-Z]+-\\d+-[A-Z]+-\\d+$',
    '(?:foo|bar)+',
    '(?<number>\\p{L}+)',
    '\\u0041\\/[\\-x]',
    '',
  ])('accepts %s', (source) => {
    expect(findSyntaxFault(source)).toBeUndefined()
  })
})

describe('compile', () => {
  const atom = fc.constantFrom('a', 'B', 'é', ' ', '.', '\\d', '\\w', '\\s', '[^a]', '[a-c]', '\\b')
  const repeat = fc.constantFrom('', '*', '+', '?', '{1,3}', '*?', '+?')
  const piece = fc.tuple(atom, repeat).map(([one, times]) => one + (one === '\\b' ? '' : times))
  const sequence = fc.array(piece, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''))
  const group = fc.tuple(sequence, sequence).map(([one, other]) => `(${one}|${other})`)
  const source = fc
    .tuple(fc.constantFrom('', '^'), fc.array(fc.oneof(sequence, group), { maxLength: 3 }))
    .map(([start, parts]) => start + parts.join(''))
  const text = fc.string({ unit: fc.constantFrom(...'abBcé É 19-') })

  it('matches like a JavaScript regular expression', () => {
    fc.assert(
      fc.property(source, text, fc.boolean(), (pattern, given, isExact) => {
        const nativePattern = new RegExp(pattern, isExact ? 'u' : 'iu')
        const ownPattern = compile(pattern, isExact ? 'exact case' : 'any case')
        const match = nativePattern.exec(given)
        expect(ownPattern.test(given)).toBe(match !== null)
        expect(ownPattern.exec(given)).toEqual(
          match && { index: match.index, text: match[0], value: match[1] ?? match[0] },
        )
        expect(ownPattern.removeFrom(given)).toBe(
          given.replace(new RegExp(nativePattern, `g${nativePattern.flags}`), ''),
        )
      }),
      { numRuns: 500 },
    )
  })
})

describe('an unmatchable pattern', () => {
  it.each([
    ['Sub\\tTotal', 'never contain tabs'],
    ['Total\\n', 'never contain tabs or line breaks'],
    ['Sub  Total', 'separated by one space'],
    ['^ Total', 'begins with a space'],
    ['Total $', 'ends with a space'],
    ['Total^', 'before "^"'],
    ['$Total', 'after "$"'],
    ['^ A|^ B', 'begins with a space'],
  ])('is rejected: %j', (source, reason) => {
    expect(findUselessReason(source)).toContain(reason)
  })

  it.each(['^Total$', 'Sub Total', '^ A|^B', ' ?^Total', 'x*^Total', '^\\s*Total', 'a b c', '^^a'])(
    'is distinguished from %j',
    (source) => {
      expect(findUselessReason(source)).toBeUndefined()
    },
  )
})

describe('pattern input', () => {
  it('is truncated to limit the run time', () => {
    const long = `${'x'.repeat(maxTextLength)}Total`
    expect(compile('Total').test(long)).toBe(false)
    expect(compile('Total').test(long.slice(5))).toBe(true)
    expect(compile('x').removeFrom(long)).toBe('Total')
  })
})

describe('built-in mappings', () => {
  it('contain only fast patterns that can match', () => {
    const layouts = [...loadMappings('mappings').values()].flatMap((mapping) =>
      mapping.reader === 'invoice' ? [mapping] : [],
    )
    expect(layouts.length).toBeGreaterThan(5)
    expect(layouts.flatMap(checkPatterns)).toEqual([])
  })
})
