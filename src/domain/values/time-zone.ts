/** Accepts an IANA zone but not an offset, because only a zone has clock changes. */
export function isTimeZone(value: string): boolean {
  if (!/^(?:UTC|[A-Za-z_]+\/[\w/+-]+)$/.test(value)) return false
  try {
    new Date(0).toLocaleString('en', { timeZone: value })
    return true
  } catch {
    return false
  }
}
