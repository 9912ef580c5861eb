/** Part of a file, from the first to the last byte inclusive. Positions start at 0. */
export interface ByteRange {
  first: number
  last: number
}

/**
 * Parses a `Range` header for a file of `bytes` bytes. Returns `none` if the range starts after the end of the file,
 * and undefined to serve the whole file, as for multiple or malformed ranges (RFC 9110).
 */
export function parseRange(header: string, bytes: number): ByteRange | 'none' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/i.exec(header) ?? []
  if (from === '' && to === '') return undefined
  const first = from === '' ? Math.max(0, bytes - Number(to)) : Number(from)
  const last = from === '' || to === '' ? Infinity : Number(to)
  if (last < first) return undefined
  return first < bytes ? { first, last: Math.min(last, bytes - 1) } : 'none'
}
