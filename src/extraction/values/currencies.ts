/** Currencies by code, name or symbol. A bare `$` is ambiguous. */
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

export function findCurrencies(text: string): string[] {
  return currencies.filter(([name]) => name.test(text)).map(([, code]) => code)
}
