let locale: string | undefined
const numbers = new Map<string, Intl.NumberFormat>()
const dates = new Map<string, Intl.DateTimeFormat>()

/** Figures and dates are written as the person's browser says for the language of the page. */
export function setLocale(language: string, preferred: readonly string[] = []): void {
  locale = preferred.find((one) => one.split('-')[0] === language) ?? language
  numbers.clear()
  dates.clear()
}

export function numberFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return kept(numbers, options, () => new Intl.NumberFormat(locale, options))
}

export function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return kept(dates, options, () => new Intl.DateTimeFormat(locale, options))
}

/** The first format takes a slow phone longer than the rest of a page; small counts look the same without one. */
export function formatCount(count: number): string {
  const whole = Math.round(count)
  return whole >= 0 && whole < 1000 ? String(whole) : numberFormat({}).format(whole)
}

/** Making a format takes longer than using it a hundred times. */
function kept<Format>(formats: Map<string, Format>, options: object, make: () => Format): Format {
  const name = JSON.stringify(options)
  const known = formats.get(name) ?? make()
  formats.set(name, known)
  return known
}
