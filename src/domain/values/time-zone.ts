/** Computed once: looking up one zone by formatting a date takes about half a millisecond. */
let canonicalZones: Set<string> | undefined

/** Accepts an IANA zone but not an offset, because only a zone has clock changes. */
export function isTimeZone(value: string): boolean {
  if (!/^(?:UTC|[A-Za-z_]+\/[\w/+-]+)$/.test(value)) return false
  canonicalZones ??= new Set(Intl.supportedValuesOf('timeZone'))
  return canonicalZones.has(value) || isAlias(value)
}

/** Former names such as Asia/Saigon are valid, but not listed. */
function isAlias(value: string): boolean {
  try {
    new Date(0).toLocaleString('en', { timeZone: value })
    return true
  } catch {
    return false
  }
}
