/** Computed once, because checking a zone by formatting a date takes about half a millisecond. */
let canonicalZones: Set<string> | undefined

/** True for an IANA zone. An offset is rejected, because only a zone defines clock changes. */
export function isTimeZone(value: string): boolean {
  if (!/^(?:UTC|[A-Za-z_]+\/[\w/+-]+)$/.test(value)) return false
  canonicalZones ??= new Set(Intl.supportedValuesOf('timeZone'))
  return canonicalZones.has(value) || isAlias(value)
}

/** True for a former name such as Asia/Saigon, which is valid but not listed. */
function isAlias(value: string): boolean {
  try {
    new Date(0).toLocaleString('en', { timeZone: value })
    return true
  } catch {
    return false
  }
}
