/** A moment inside JSON, spelt as columns of that type are when they are read. */
export function utc(moment: string): string {
  return `to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
}
