let locale: string | undefined
const numbers = new Map<string, Intl.NumberFormat>()
const dates = new Map<string, Intl.DateTimeFormat>()

/** Sets the locale for numbers and dates: the browser's regional variant of the page language. */
export function setLocale(language: string, preferred: readonly string[] = []): void {
  locale = preferred.find((one) => one.split('-')[0] === language) ?? language
  numbers.clear()
  dates.clear()
}

export function numberFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return getCached(numbers, options, () => new Intl.NumberFormat(locale, options))
}

export function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return getCached(dates, options, () => new Intl.DateTimeFormat(locale, options))
}

/** Formats a count. Does not use Intl for small counts, because creating the first formatter is slow on phones. */
export function formatCount(count: number): string {
  const rounded = Math.round(count)
  return rounded >= 0 && rounded < 1000 ? String(rounded) : numberFormat({}).format(rounded)
}

/** Caches formatters, because creating one takes far longer than using it. */
function getCached<Format>(
  formats: Map<string, Format>,
  options: object,
  make: () => Format,
): Format {
  const name = JSON.stringify(options)
  const known = formats.get(name) ?? make()
  formats.set(name, known)
  return known
}
