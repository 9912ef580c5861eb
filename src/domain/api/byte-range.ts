/** A part of a file, by its first and its last byte, counted from 0. */
export interface ByteRange {
  first: number
  last: number
}

/**
 * The part of a file of so many bytes that a Range header asks for; `none` where the file ends before it. Undefined
 * where the whole is to be given: for several parts, and for what nobody understands (RFC 9110).
 */
export function rangeIn(header: string, bytes: number): ByteRange | 'none' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/i.exec(header) ?? []
  if (from === '' && to === '') return undefined
  const first = from === '' ? Math.max(0, bytes - Number(to)) : Number(from)
  const last = from === '' || to === '' ? Infinity : Number(to)
  if (last < first) return undefined
  return first < bytes ? { first, last: Math.min(last, bytes - 1) } : 'none'
}
