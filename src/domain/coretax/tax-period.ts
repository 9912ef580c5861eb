/**
 * Returns the date in Jakarta, where the tax office's deadlines apply: `2026-11-16`. Jakarta has no daylight saving
 * time.
 */
export function jakartaDay(now: Date): string {
  return new Date(now.getTime() + 7 * 60 * 60_000).toISOString().slice(0, 10)
}

/** The first invoice date that Coretax handles. Earlier invoices belong to e-Faktur. */
export const firstCoretaxDay = '2025-01-01'

/** Returns the last day for uploading the invoice: the 20th of the following month (PER-11/PJ/2025). */
export function uploadDeadline(date: string): string {
  const [year = 0, month = 0] = date.split('-').map(Number)
  const next = month === 12 ? [year + 1, 1] : [year, month + 1]
  return `${next[0]}-${String(next[1]).padStart(2, '0')}-20`
}

/** Returns the tax period of a date: `2026-11`. */
export function taxPeriod(date: string): string {
  return date.slice(0, 7)
}

/** Returns the number of days from one date to another, or a negative number if the second is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / (24 * 60 * 60_000))
}
