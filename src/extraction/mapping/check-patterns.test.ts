import { describe, expect, it } from 'vitest'
import { compile, longestText } from '../layout/pattern.ts'
import { loadMappings } from './load.ts'
import { patternFaults } from './check-patterns.ts'
import { parsePattern, whySlow } from './slow-patterns.ts'
import { whyInVain } from './unmatchable-patterns.ts'

const slowness = (source: string) => whySlow(parsePattern(source))

describe('a pattern that can take for ever', () => {
  it.each([
    ['a repeat in a repeat', '(a+)+$', '"a+" is repeated within "(a+)+"'],
    ['a repeat in a repeat, deep inside', '^x((?:y|(z*))q)*$', '"z*" is repeated within'],
    ['a repeat in a counted repeat', '^(.*a){12}$', '".*" is repeated within'],
    ['an option in a repeat', '(a?b?)*$', '"a?" is repeated within'],
    ['options by the dozen', '(a?){30}a{30}', '"a?" is repeated within'],
    ['alternatives that are the same', '(a|a)*$', 'begin alike'],
    ['alternatives that begin alike', '(a|aa)+$', 'begin alike'],
    ['alternatives of which one holds the other', '(\\w|\\d)+$', 'begin alike'],
    ['alternatives that differ in case alone', '(a|A)+$', 'begin alike'],
    ['an alternative that is nothing', '(a|)+$', 'begin alike'],
    ['three repeats in a row', '^.*.*.*$', '".*", ".*", ".*" can all take the same text'],
    ['repeats with what they take between', '^\\w+\\d+x?[a-z0-9]+$', 'can all take the same'],
    ['what came before, again', '(\\w+)\\1', '"\\1" asks for the same text again'],
    ['an e-mail address', '^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@)$', 'repeated within'],
    ['words and spaces', '^(\\w+\\s?)*$', 'is repeated within'],
    ['a repeat that looks ahead', '(?=(a+)+b)', 'is repeated within'],
  ])('is refused: %s', (_what, source, reason) => {
    expect(slowness(source)).toContain(reason)
  })

  it.each([
    '^\\d{1,3}(\\.\\d{3})*(,\\d{2})?$',
    'Total \\((\\w+)\\)',
    '^(?!invoice|copy).+',
    'Total.*VAT.*',
    '^(Made by hand|Packed in).*',
    '( ?\\d{4}){4}',
    '^[A-Z]+-\\d+-[A-Z]+-\\d+$',
    '(?:foo|bar)+',
    '\\d+\\s+\\d+\\s+\\d+',
    '',
  ])('is not %s', (source) => {
    expect(slowness(source)).toBeUndefined()
  })

  it('is none of those that are allowed, on the longest text and the worst that can be made', () => {
    const worst = ['a', '0', ' ', 'a ', '0 ', 'Total VAT ', '0.000'].map(
      (text) => `${text.repeat(longestText)}!`,
    )
    const patterns = ['^.*.*x$', '\\w*\\d+x', 'Total.*VAT.*x', '^(\\.\\d{3})*(,\\d{2})?x$'].map(
      (source) => {
        expect(slowness(source)).toBeUndefined()
        return compile(source)
      },
    )
    for (const pattern of patterns) {
      for (const text of worst) expect(pattern.test(text)).toBe(false)
    }
  })
})

describe('a pattern in vain', () => {
  it.each([
    ['Sub\\tTotal', 'no tabs'],
    ['Total\\n', 'no line breaks'],
    ['Sub  Total', 'parted by one space'],
    ['^ Total', 'begins with a space'],
    ['Total $', 'ends in a space'],
    ['Total^', 'before "^"'],
    ['$Total', 'after "$"'],
    ['^ A|^ B', 'begins with a space'],
  ])('is refused: %j', (source, reason) => {
    expect(whyInVain(parsePattern(source))).toContain(reason)
  })

  it.each(['^Total$', 'Sub Total', '^ A|^B', ' ?^Total', 'x*^Total', '^\\s*Total', 'a b c', '^^a'])(
    'is not %j',
    (source) => {
      expect(whyInVain(parsePattern(source))).toBeUndefined()
    },
  )
})

describe('the text that a pattern sees', () => {
  it('is cut, so that no pattern runs for long', () => {
    const long = `${'x'.repeat(longestText)}Total`
    expect(compile('Total').test(long)).toBe(false)
    expect(compile('Total').test(long.slice(5))).toBe(true)
    expect(compile('x').removeFrom(long)).toBe('Total')
  })
})

describe('the mappings that come with Docket', () => {
  it('have patterns that are quick and that may fit', () => {
    const layouts = [...loadMappings('mappings').values()].flatMap((mapping) =>
      mapping.reader === 'invoice' ? [mapping] : [],
    )
    expect(layouts.length).toBeGreaterThan(5)
    expect(layouts.flatMap(patternFaults)).toEqual([])
  })
})
