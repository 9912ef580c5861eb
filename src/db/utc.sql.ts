/** Returns SQL that formats a timestamp inside JSON as pg.ts formats timestamptz columns. */
export function utc(moment: string): string {
  return `to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
}
