/** The same moment, or so much before it, within what Postgres takes: it knows neither the year 0 nor offsets of a whole day. */
export function moment(text: string, beforeMs = 0): string {
  return new Date(Math.max(0, Date.parse(text) - beforeMs)).toISOString()
}
