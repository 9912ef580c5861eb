/** A part of a file: the positions of its first and last bytes, counted from 0. */
export interface ByteRange {
  first: number
  last: number
}

/**
 * Returns the requested part of a file with this many bytes; `none` if the range starts after its end. Returns
 * undefined for the whole file, which is also served for multiple or malformed ranges (RFC 9110).
 */
export function parseRange(header: string, bytes: number): ByteRange | 'none' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/i.exec(header) ?? []
  if (from === '' && to === '') return undefined
  const first = from === '' ? Math.max(0, bytes - Number(to)) : Number(from)
  const last = from === '' || to === '' ? Infinity : Number(to)
  if (last < first) return undefined
  return first < bytes ? { first, last: Math.min(last, bytes - 1) } : 'none'
}
