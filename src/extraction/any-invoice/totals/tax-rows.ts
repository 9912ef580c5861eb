import type { TextLine } from '../../text/text-lines.ts'
import type { Numeral } from '../numerals/read-numerals.ts'
import { isClose, roundTo } from '../numerals/tolerance.ts'

/** A line of a tax summary: a base, a rate and the tax, which is their product. */
export interface TaxRow {
  base: Numeral
  /** As a percentage. */
  rate: number
  /** Null if the rate is inside a text. */
  rate_numeral: Numeral | null
  tax: Numeral
}

const maxRate = 30
const maxNumerals = 12
const sameLineEm = 0.7

export function findTaxRows(lines: TextLine[], numerals: Numeral[][]): TaxRow[] {
  const rows: TaxRow[] = []
  for (const [index, line] of lines.entries()) {
    const onLine = numerals[index] ?? []
    if (onLine.length === 0) continue
    const near = [-1, 0, 1].flatMap((step) => {
      const other = lines[index + step]
      const isNear =
        other?.page === line.page &&
        Math.abs(other.baseline - line.baseline) < sameLineEm * (line.font_size || 9)
      return isNear ? (numerals[index + step] ?? []) : []
    })
    if (near.length > maxNumerals) continue
    for (const row of findTaxRowsOnLine(onLine, near, parseRates(line.text))) {
      const isKnown = rows.some(
        (it) => isClose(it.base.value, row.base.value) && it.rate === row.rate,
      )
      if (!isKnown) rows.push(row)
    }
  }
  return rows
}

function parseRates(text: string): number[] {
  return [...text.matchAll(/(\d{1,2}(?:[.,]\d{1,3})?)\s*%/g)].map(([, rate = '']) =>
    Number(rate.replace(',', '.')),
  )
}

function findTaxRowsOnLine(onLine: Numeral[], near: Numeral[], printedRates: number[]): TaxRow[] {
  return near.flatMap((base) =>
    onLine.flatMap((tax) => {
      if (!canBeTax(base, tax)) return []
      const rates = [
        ...near
          .filter(
            (it) =>
              it !== base && it !== tax && (it.isPercent || (near.length <= 6 && it.decimals <= 2)),
          )
          .map((it) => ({ rate: it.value, rate_numeral: it })),
        ...printedRates.map((rate) => ({ rate, rate_numeral: null })),
      ]
      const found = rates.find(
        ({ rate }) => rate > 0 && rate <= maxRate && isTaxOnBase(base, rate, tax),
      )
      return found ? [{ base, tax, ...found }] : []
    }),
  )
}

function canBeTax(base: Numeral, tax: Numeral): boolean {
  if (base === tax || base.isPercent || tax.isPercent || base.value === 0 || tax.value === 0)
    return false
  if (Math.abs(tax.value) >= Math.abs(base.value)) return false
  return !(tax.decimals === 0 && base.decimals > 0 && Math.abs(tax.value) < 100)
}

function isTaxOnBase(base: Numeral, rate: number, tax: Numeral): boolean {
  const tolerance = tax.decimals === 0 ? 1 : undefined
  return isClose(roundTo((base.value * rate) / 100, tax.decimals), tax.value, tolerance)
}
