/** By code, name or sign; `$` alone may be any of many dollars. */
const currencies: [RegExp, string][] = [
  [/\bIDR\b|\brp\b\.?|rupiah/i, 'IDR'],
  [/\bUSD\b|\bUS ?\$|\b(U\.?S\.?|united states) dollars?\b/i, 'USD'],
  [/\bSGD\b|\bS\$|singapore dollars?/i, 'SGD'],
  [/\bAUD\b|\bA\$/i, 'AUD'],
  [/\bEUR\b|€|\beuros?\b/i, 'EUR'],
  [/\bGBP\b|£/i, 'GBP'],
  [/\bJPY\b|¥/i, 'JPY'],
  [/\bCHF\b/i, 'CHF'],
  [/\bMYR\b|ringgit/i, 'MYR'],
  [/\bCNY\b|\bRMB\b/i, 'CNY'],
  [/\bHKD\b/i, 'HKD'],
  [/\bTHB\b|\bbaht\b/i, 'THB'],
  [/\bINR\b|₹|rupees?/i, 'INR'],
]

/** The currencies that a text names. */
export function currenciesIn(text: string): string[] {
  return currencies.filter(([name]) => name.test(text)).map(([, code]) => code)
}

/** Whether a text names a dollar without saying whose. */
export function isSomeDollar(text: string): boolean {
  return text.includes('$') && currenciesIn(text).length === 0
}
