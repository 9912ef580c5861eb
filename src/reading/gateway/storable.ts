import { toXmlSafeText } from '../../extraction/text/xml-text.ts'

/** Removes characters that the database rejects, because gateways other than Docket may return them. */
export function toStorable<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_, part: unknown): unknown => {
    if (typeof part === 'string') return toXmlSafeText(part)
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
    return Object.fromEntries(Object.entries(part).map(([key, one]) => [toXmlSafeText(key), one]))
  }) as T
}
