/** How a document writes numbers; undefined when it does not tell. */
export type NumberStyle = '1.234,56' | '1,234.56' | undefined

/** Between the groups of a number that is one word; no document's own words hold it. */
export const groupSpace = '\u00a0'

const currency = '(?:rp|idr|usd|sgd|eur|gbp|jpy|cny|myr|aud|hkd|thb|chf)\\.?|[$€£¥]'
const onlyCurrency = new RegExp(`^(?:${currency})$`, 'iu')
const leading = new RegExp(`^(\\(-\\)|[-–−(]?)\\s*(?:${currency})?\\s*`, 'iu')
const trailing = new RegExp(`\\s*(?:[,.][-–]|${currency})?$`, 'iu')

/** The number in plain decimal notation, or undefined for what is no number. */
export function parseNumber(text: string, style: NumberStyle): string | undefined {
  const { sign, digits } = bare(text)
  const plain = decimalPoint(digits, style)
  if (plain === undefined) return undefined
  const tidy = plain
    .replace(/^0+(?=\d)/, '')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')
  return tidy === '0' ? tidy : `${sign}${tidy}`
}

/** Asks the numbers that can be read in one way only. */
export function voteNumberStyle(texts: Iterable<string>): NumberStyle {
  const votes = countNumberStyles(texts)
  const balance = votes['1.234,56'] - votes['1,234.56']
  if (balance === 0) return undefined
  return balance > 0 ? '1.234,56' : '1,234.56'
}

export function countNumberStyles(texts: Iterable<string>) {
  const votes = { '1.234,56': 0, '1,234.56': 0 }
  for (const text of texts) {
    // Most words are none, and this is asked of each word of a document.
    if (!/\d[.,]\d/.test(text)) continue
    const { digits } = bare(text)
    if (isCommaDecimal(digits)) votes['1.234,56']++
    else if (isCommaDecimal(swapSeparators(digits))) votes['1,234.56']++
  }
  return votes
}

/** Whether a word is only the name or sign of a currency, as stands before an amount. */
export function isCurrency(text: string): boolean {
  return onlyCurrency.test(text)
}

/** Whether a word is a share, such as 10%, or the sign of one that stands by itself. */
export function isPercent(text: string): boolean {
  return text.endsWith('%') && (text.length === 1 || isNumber(text.slice(0, -1)))
}

/** Without currency, and with what makes it negative as its sign: a minus, `(-)` or parentheses. */
function bare(text: string): { sign: string; digits: string } {
  if (!/\d/.test(text)) return { sign: '', digits: '' }
  const inner = text.trim().replace(leading, '$1').replace(trailing, '').replaceAll(groupSpace, '')
  // Nearly always so.
  if (/^\d[\d.,]*$/.test(inner)) return { sign: '', digits: inner }
  const [, inParentheses] = /^\(\s*(\d[\d.,]*)\s*\)$/.exec(inner) ?? []
  if (inParentheses !== undefined) return { sign: '-', digits: inParentheses }
  const [, minus, digits = ''] = /^(\(-\)|[-–−])?\s*(\d[\d.,]*)$/.exec(inner) ?? []
  return { sign: minus ? '-' : '', digits }
}

/** Unmistakably so: the comma before one or two decimals or after dots, or dots that group more than once. */
function isCommaDecimal(digits: string): boolean {
  return (
    /^\d{1,3}(\.\d{3}){2,}$/.test(digits) ||
    /^\d+(\.\d{3})+,\d+$/.test(digits) ||
    /^\d+,(\d{1,2}|\d{4,})$/.test(digits) ||
    /^0,\d{3}$/.test(digits)
  )
}

function decimalPoint(digits: string, style: NumberStyle): string | undefined {
  if (/^\d+$/.test(digits)) return digits
  const [comma, point] = [isCommaDecimal(digits), isCommaDecimal(swapSeparators(digits))]
  if (comma) return digits.replaceAll('.', '').replace(',', '.')
  if (point) return digits.replaceAll(',', '')
  // What is left is like 1.234: a thousand by default, a fraction if the document writes its decimals so.
  if (!/^\d{1,3}[.,]\d{3}$/.test(digits)) return undefined
  const decimalMark = style === '1.234,56' ? ',' : style === '1,234.56' ? '.' : undefined
  return digits.replace(/[.,]/, (mark) => (mark === decimalMark ? '.' : ''))
}

function swapSeparators(digits: string): string {
  return digits.replace(/[.,]/g, (mark) => (mark === '.' ? ',' : '.'))
}

/** Whether a text is a number in any style. */
export function isNumber(text: string): boolean {
  return parseNumber(text, undefined) !== undefined
}
