import type { Alternative } from '../../../../domain/invoice/invoice.ts'
import type { CorrectableReading } from '../../../../domain/review/change.ts'
import { valueAt } from './field-status.ts'

/** Maximum number of candidates. Each has a shortcut: Alt+1 to Alt+3. */
export const maxCandidates = 3

/** Lists other values for a field: the original value, if a user replaced it, then the alternatives. */
export function listCandidates(reading: CorrectableReading, path: string): Alternative[] {
  if (reading.kind === 'heat_sheet') return []
  const value = valueAt(reading, path)
  const others = reading.alternatives?.[path] ?? []
  return [...replacedValue(reading, path), ...others]
    .filter((candidate) => candidate.value !== value)
    .slice(0, maxCandidates)
}

function replacedValue({ evidence }: CorrectableReading, path: string): Alternative[] {
  const { value, location } = evidence[path]?.was?.at(-1) ?? {}
  if (typeof value !== 'string' || !location) return []
  const { page, box, text } = location
  return page === null || box === null ? [] : [{ value, page, box, text }]
}

/** Returns the index of the candidate that Alt and a digit select, on any keyboard layout. */
export function candidateKey(
  event: Pick<KeyboardEvent, 'altKey' | 'ctrlKey' | 'metaKey' | 'code'>,
): number | undefined {
  const [, digit] = /^(?:Digit|Numpad)([1-9])$/.exec(event.code) ?? []
  const isOurs = event.altKey && !event.ctrlKey && !event.metaKey
  return isOurs && Number(digit) <= maxCandidates ? Number(digit) - 1 : undefined
}
