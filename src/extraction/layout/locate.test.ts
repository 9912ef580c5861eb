import { describe, expect, it } from 'vitest'
import { drawnPages } from '../../../test/fixtures/drawn-page.ts'
import type { Rule } from '../../domain/mapping/invoice-layout.ts'
import { type ValueReader, locateValue } from './locate.ts'
import { parseNumber } from '../values/numbers.ts'
import { readTextDocument } from '../text/text-document.ts'

const text: ValueReader<string> = { side: 'nearest', read: (value) => value }
const amount: ValueReader<string> = {
  side: 'last_that_fits',
  read: (value) => parseNumber(value, undefined),
}

function find(rules: Rule[], kind: ValueReader<string>, ...drawings: string[]) {
  return locateValue(rules, readTextDocument(drawnPages(...drawings)), kind)?.value
}

describe('locateValue', () => {
  it('finds the value to the right of a label, after a colon', () => {
    expect(find([{ right: 'Number' }], text, 'Number   :   A 17   B')).toBe('A 17')
    expect(find([{ right: 'Number' }], text, 'Number: A 17   B')).toBe('A 17')
  })

  it('finds the value below a label, within its width', () => {
    const drawing = 'To    Number\n      \nMe    A 17'
    expect(find([{ below: 'Number' }], text, drawing)).toBe('A 17')
    expect(find([{ below: 'Number' }], text, 'Number\n\n\n\n\n\nfar')).toBeUndefined()
  })

  it('finds an amount at the end of the line', () => {
    const drawing = 'Total   12  %   500   9.500'
    expect(find([{ right: 'Total' }], amount, drawing)).toBe('9500')
  })

  it('takes the nearest amount below a label', () => {
    expect(find([{ below: 'Net' }], amount, 'Net    Tax\n100     11\n250     27')).toBe('100')
  })

  it('locates text that matches a pattern', () => {
    const page = readTextDocument(drawnPages('Our Ref ABC'))
    expect(locateValue([{ text: 'ref ([a-z]+)' }], page, text)?.location).toMatchObject({ page: 1 })
  })

  it('continues with the next position if the first has no valid value', () => {
    expect(find([{ right: 'Total' }], amount, 'Total   none\nTotal   5')).toBe('5')
  })

  it('takes the nth match, or the last', () => {
    const drawing = 'Total   1\nTotal   2\nTotal   3'
    expect(find([{ right: 'Total', nth: 2 }], amount, drawing)).toBe('2')
    expect(find([{ right: 'Total', nth: -1 }], amount, drawing)).toBe('3')
    expect(find([{ right: 'Total', nth: 4 }], amount, drawing)).toBeUndefined()
  })

  it('requires an exact label to be alone in its segment', () => {
    const drawing = 'Date due   May\nDate   June'
    expect(find([{ right: 'Date due' }], text, drawing)).toBe('May')
    expect(find([{ right: 'Date', exact: true }], text, drawing)).toBe('June')
  })

  it('searches the line above a label, even on the previous page', () => {
    expect(find([{ above: 'Tax' }], amount, '3   500\nTax   55')).toBe('500')
    expect(find([{ above: 'Tax' }], amount, '3   500', 'Tax   55')).toBe('500')
  })

  it('returns the first match of a pattern, or its group', () => {
    const rule = { text: '.+', unless: '^invoice' }
    expect(find([rule], text, 'Invoice   Someone Ltd')).toBe('Someone Ltd')
    expect(find([{ text: 'ref ([a-z]+)' }], text, 'Our Ref ABC')).toBe('ABC')
  })

  it('tries rules in order, including constants', () => {
    const rules = [{ right: 'Currency' }, { constant: 'IDR' }]
    expect(find(rules, text, 'Currency   USD')).toBe('USD')
    expect(find(rules, text, 'nothing')).toBe('IDR')
  })

  it('finds a value half a line above or below its label', () => {
    const [page] = drawnPages('Total   7')
    const [, value] = page?.words ?? []
    if (value) value.baseline -= 5
    const document = readTextDocument(page ? [page] : [])
    expect(locateValue([{ right: 'Total' }], document, amount)?.value).toBe('7')
  })
})
