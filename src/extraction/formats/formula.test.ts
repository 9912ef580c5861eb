import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseFormula } from './formula.ts'
import { formatValue } from './formula-values.ts'

const names = {
  amount: '1000000',
  third: '0.333',
  none: null,
  empty: '',
  no: false,
  lines: [{}],
  nothing: [],
  buyer: { name: 'PT A', tin: null },
  gone: null,
}

const evaluate = (source: string) => formatValue(parseFormula(source)({ names }))

describe('parseFormula', () => {
  it.each([
    ['amount', '1000000'],
    ["'a text'", 'a text'],
    ['1 + 2 * 3', '7'],
    ['(1 + 2) * 3', '9'],
    ['10 - 3 - 2', '5'],
    ['12 / 3 / 2', '2'],
    ['0.1 + 0.2', '0.3'],
    ['round(amount * 11 / 12, 2)', '916666.67'],
    ['round(0.5 * 11 / 12 * 12 / 100, 2)', '0.06'],
    ['round(0.125, 2)', '0.13'],
    ['round(0 - 0.125, 2)', '-0.13'],
    ['1 / 3 * 3', '1'],
    ['none ?? amount', '1000000'],
    ['none ?? buyer.tin ?? 5', '5'],
    ['none * 2 + 1', ''],
    ['round(none, 2)', ''],
    ['1 / 0', ''],
    ['buyer.name', 'PT A'],
    ['buyer.tin', ''],
    ['gone.tin', ''],
    ["buyer.name == 'PT A' ? 'yes' : 'no'", 'yes'],
    ["buyer.name != 'PT A' ? 'yes' : 'no'", 'no'],
    ['amount == 1000000.00', 'true'],
    ["none ? 'a' : empty ? 'b' : no ? 'c' : 0 ? 'd' : nothing ? 'e' : lines ? 'f' : 'g'", 'f'],
  ])('evaluates %s to %s', (source, text) => {
    expect(evaluate(source)).toBe(text)
  })

  it('adds and multiplies exactly', () => {
    const number = fc.integer({ min: 0, max: 10 ** 9 })
    fc.assert(
      fc.property(number, number, number, (a, b, c) => {
        const exact = (BigInt(a) + BigInt(b)) * BigInt(c)
        expect(evaluate(`(${a} / 100 + ${b} / 100) * ${c} * 100`)).toBe(String(exact))
      }),
    )
  })

  it.each([
    ['', 'it ends too early'],
    ['1 +', 'it ends too early'],
    ['(1', '")" is missing'],
    ['1 2', '"2" is not expected there'],
    ['* 2', '"*" is not expected there'],
    ['a ? b', '":" is missing'],
    ['round(1)', '"," is missing'],
    ['round(1, x)', 'round needs a number of decimals'],
    ['a; b', '"; b" cannot be read'],
    ["'open", 'cannot be read'],
  ])('rejects %j: %s', (source, reason) => {
    expect(() => parseFormula(source)).toThrow(reason)
  })

  it.each([
    ['buyer.city', 'Unknown name: buyer.city.'],
    ['toString', 'Unknown name: toString.'],
    ['buyer.constructor', 'Unknown name: buyer.constructor.'],
    ['amount.length', 'Unknown name: amount.length.'],
    ['buyer', 'buyer is neither a text nor a list.'],
    ['buyer.name * 2', '"PT A" is not a number.'],
    ['1 / 3', 'A number without end has to be rounded.'],
    ['lines', 'A list cannot be written as text.'],
  ])('fails to evaluate %s: %s', (source, reason) => {
    expect(() => evaluate(source)).toThrow(reason)
  })
})
