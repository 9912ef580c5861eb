import { currencyPattern, type NumberStyle } from '../../values/numbers.ts'

export type DecimalMark = ',' | '.'

/** Converts a number with this decimal mark to the layout engine's number style. */
export function toNumberStyle(mark: DecimalMark): NumberStyle {
  return mark === ',' ? '1.234,56' : '1,234.56'
}

export interface ParsedNumeral {
  value: number
  /** Plain decimal notation. */
  text: string
  decimals: number
  isPercent: boolean
  hasCurrency: boolean
  /** Letters printed directly after the number, such as `Stk` in `20Stk`. */
  unit: string
  /** True if `1.234` was parsed as 1 and a fraction, which is rarely what the document means. */
  isThousandth: boolean
  /** True for `00123`, which is a code. */
  hasLeadingZero: boolean
}

const openingPattern = new RegExp(
  `^(?<sign>\\([-–−]\\)|[-–−+(]*)\\s*(?<currency>${currencyPattern})?\\s*(?<inner>[-–−(]?)\\s*`,
  'iu',
)
const closingPattern = new RegExp(`\\s*(?<currency>${currencyPattern}|[,.][-–])?\\s*\\)?$`, 'iu')
const unitPattern = /^(?<number>[-–−]?\d[\d.,'’]*)\s*(?<unit>[\p{L}²³]{1,5}\.?)$/u
/** Larger amounts do not occur on invoices. Below this value, a double represents cents exactly. */
const maxValue = 1e13

/** Parses a printed number with the given decimal mark. Returns undefined if the string does not match. */
export function parseNumeral(printed: string, mark: DecimalMark): ParsedNumeral | undefined {
  const text = printed.trim()
  if (!/\d/.test(text)) return undefined
  const plain = parseUnitless(text, mark)
  if (plain) return { ...plain, unit: '' }
  const { number, unit } = unitPattern.exec(text)?.groups ?? {}
  const parsed = number === undefined ? undefined : parseUnitless(number, mark)
  return parsed && { ...parsed, unit: unit ?? '' }
}

function parseUnitless(text: string, mark: DecimalMark): Omit<ParsedNumeral, 'unit'> | undefined {
  const open = openingPattern.exec(text)
  const { sign = '', currency, inner = '' } = open?.groups ?? {}
  const start = open?.[0].length ?? 0
  const end = closingPattern.exec(text)
  let digits = text.slice(start, end ? Math.max(start, end.index) : undefined)
  const isPercent = /%\)?$/.test(text)
  digits = digits.replace(/\s*%$/, '')
  const isTrailingMinus = /\d[-–−]$/.test(digits)
  digits = digits.replace(/[-–−]$/, '')
  const ownMark = findDecimalMark(digits, mark)
  if (!ownMark) return undefined
  const isNegative = /[-–−(]/.test(sign + inner) || isTrailingMinus
  const plain = toPlainNotation(digits, ownMark)
  const value = Number(plain) * (isNegative ? -1 : 1)
  if (Math.abs(value) > maxValue) return undefined
  return {
    value: value === 0 ? 0 : value,
    text: trimZeros(value < 0 ? `-${plain}` : plain),
    decimals: plain.split('.')[1]?.length ?? 0,
    isPercent,
    hasCurrency: currency !== undefined || end?.groups?.['currency'] !== undefined,
    isThousandth: thousandthPatterns[ownMark].test(digits),
    hasLeadingZero: /^0\d/.test(digits),
  }
}

const numberPatterns = {
  ',': /^(?:\d{1,3}(?:[.'’\u00a0\u202f ]\d{3})+|\d+)(?:,\d+)?$|^,\d+$|^\d+(?:\.\d{3})+,\d+$/,
  // Indian invoices group digits in pairs above the thousands.
  '.': /^(?:\d{1,3}(?:[,'’\u00a0\u202f ]\d{3})+|\d+|\d{1,2}(?:,\d{2})+,\d{3})(?:\.\d+)?$|^\.\d+$|^\d+(?:,\d{3})+\.\d+$/,
}
/** Some documents mix styles. A number with both marks, or with two group separators, has only one interpretation. */
const unambiguousPatterns = {
  ',': /^\d+(?:\.\d{3})+,\d+$|^\d{1,3}(?:\.\d{3}){2,}$/,
  '.': /^\d+(?:,\d{3})+\.\d+$|^\d{1,3}(?:,\d{3}){2,}$/,
}

function findDecimalMark(digits: string, mark: DecimalMark): DecimalMark | undefined {
  if (numberPatterns[mark].test(digits)) return mark
  const other = mark === ',' ? '.' : ','
  return unambiguousPatterns[other].test(digits) ? other : undefined
}

const thousandthPatterns = { ',': /^[1-9]\d{0,2},\d{3}$/, '.': /^[1-9]\d{0,2}\.\d{3}$/ }

function toPlainNotation(digits: string, mark: DecimalMark): string {
  const bare = digits.replace(mark === ',' ? /[.'’\s]/g : /[,'’\s]/g, '').replace(mark, '.')
  const padded = bare.startsWith('.') ? `0${bare}` : bare
  return padded.replace(/^0+(?=\d)/, '')
}

function trimZeros(plain: string): string {
  return plain.includes('.') ? plain.replace(/\.?0+$/, '') : plain
}
