/** A document's decimal mark and group separator. Undefined if its numbers are ambiguous. */
export type NumberStyle = '1.234,56' | '1,234.56' | undefined

/** Joins the digit groups of a number with spaces into one word. This character never occurs in a document's words. */
export const groupSpace = '\u00a0'

/** A currency code or symbol as printed beside an amount. */
export const currencyPattern =
  '(?:rp|idr|usd|sgd|eur|euro|gbp|jpy|cny|myr|rm|aud|cad|nzd|hkd|thb|chf|inr|rs|sek|nok|dkk|pln|czk|huf|ron|aed|sar|qar|kwd|php|vnd|krw|twd|zar|brl|mxn)\\.?|(?:us|au|a|s|c|ca|nz|hk|r)?\\$|[€£¥₹₱₫฿₩]'
const onlyCurrencyPattern = new RegExp(`^(?:${currencyPattern})$`, 'iu')
const leadingCurrencyPattern = new RegExp(`^(\\(-\\)|[-–−(]?)\\s*(?:${currencyPattern})?\\s*`, 'iu')
const trailingCurrencyPattern = new RegExp(`\\s*(?:[,.][-–]|${currencyPattern})?$`, 'iu')

/** Returns plain decimal notation, or undefined if the text is not a number. */
export function parseNumber(text: string, style: NumberStyle): string | undefined {
  const { sign, digits } = splitSign(text)
  const plain = toDecimalPoint(digits, style)
  if (plain === undefined) return undefined
  const trimmed = plain
    .replace(/^0+(?=\d)/, '')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')
  return trimmed === '0' ? trimmed : `${sign}${trimmed}`
}

/** Determines the style by vote. Only numbers with one possible interpretation count. */
export function voteNumberStyle(texts: Iterable<string>): NumberStyle {
  const votes = countNumberStyles(texts)
  const balance = votes['1.234,56'] - votes['1,234.56']
  if (balance === 0) return undefined
  return balance > 0 ? '1.234,56' : '1,234.56'
}

export function countNumberStyles(texts: Iterable<string>) {
  const votes = { '1.234,56': 0, '1,234.56': 0 }
  for (const text of texts) {
    // This runs for every word in a document, few of which are numbers.
    if (!/\d[.,]\d/.test(text)) continue
    const { digits } = splitSign(text)
    if (isCommaDecimal(digits)) votes['1.234,56']++
    else if (isCommaDecimal(swapSeparators(digits))) votes['1,234.56']++
  }
  return votes
}

/** True for a currency code or symbol without an amount. */
export function isCurrency(text: string): boolean {
  return onlyCurrencyPattern.test(text)
}

/** True for a percentage such as 10%, or a lone percent sign. */
export function isPercent(text: string): boolean {
  return text.endsWith('%') && (text.length === 1 || isNumber(text.slice(0, -1)))
}

/** Removes the currency. A minus sign, `(-)` or parentheses make the number negative. */
function splitSign(text: string): { sign: string; digits: string } {
  if (!/\d/.test(text)) return { sign: '', digits: '' }
  const inner = text
    .trim()
    .replace(leadingCurrencyPattern, '$1')
    .replace(trailingCurrencyPattern, '')
    .replaceAll(groupSpace, '')
  // Almost all numbers take this fast path.
  if (/^\d[\d.,]*$/.test(inner)) return { sign: '', digits: inner }
  const [, inParentheses] = /^\(\s*(\d[\d.,]*)\s*\)$/.exec(inner) ?? []
  if (inParentheses !== undefined) return { sign: '-', digits: inParentheses }
  const [, minus, digits = ''] = /^(\(-\)|[-–−])?\s*(\d[\d.,]*)$/.exec(inner) ?? []
  return { sign: minus ? '-' : '', digits }
}

/**
 * True if the decimal mark is certainly a comma: one or two decimals after a comma, a comma after dots, or several
 * groups separated by dots.
 */
function isCommaDecimal(digits: string): boolean {
  return (
    /^\d{1,3}(\.\d{3}){2,}$/.test(digits) ||
    /^\d+(\.\d{3})+,\d+$/.test(digits) ||
    /^\d+,(\d{1,2}|\d{4,})$/.test(digits) ||
    /^0,\d{3}$/.test(digits)
  )
}

function toDecimalPoint(digits: string, style: NumberStyle): string | undefined {
  if (/^\d+$/.test(digits)) return digits
  const [comma, point] = [isCommaDecimal(digits), isCommaDecimal(swapSeparators(digits))]
  if (comma) return digits.replaceAll('.', '').replace(',', '.')
  if (point) return digits.replaceAll(',', '')
  // `1.234` is ambiguous. It means 1234 unless the document uses that decimal mark.
  if (!/^\d{1,3}[.,]\d{3}$/.test(digits)) return undefined
  const decimalMark = style === '1.234,56' ? ',' : style === '1,234.56' ? '.' : undefined
  return digits.replace(/[.,]/, (mark) => (mark === decimalMark ? '.' : ''))
}

function swapSeparators(digits: string): string {
  return digits.replace(/[.,]/g, (mark) => (mark === '.' ? ',' : '.'))
}

/** True for a number in any style. */
export function isNumber(text: string): boolean {
  return parseNumber(text, undefined) !== undefined
}
