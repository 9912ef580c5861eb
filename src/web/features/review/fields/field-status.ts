import type { FieldsReading } from '../../../../domain/fields/fields-reading.ts'
import type { CorrectableReading } from '../../../../domain/review/change.ts'
import type { Check, FiledParty, InvoiceReading } from '../../../../domain/invoice/invoice.ts'
import { normaliseNpwp } from '../../../../domain/invoice/tax-numbers.ts'
import type { Evidence } from '../../../../domain/reading/evidence.ts'
import {
  isCheckFailure,
  isFilingReason,
  isRecomputed,
  type Reason,
} from '../../../../domain/invoice/review-reasons.ts'

/** How reliable a value is. */
export type FieldStatus =
  | 'failed'
  | 'to_check'
  | 'changed'
  | 'confirmed'
  | 'learned'
  | 'proved'
  | 'directory'
  | 'empty'
  | 'read'

/** Open reasons by the path of the field that shows them. */
export type OpenReasons = ReadonlyMap<string, readonly Reason[]>

/** Path of the reasons that concern the whole document. */
export const documentPath = ''

export function openReasonsByField(reading: CorrectableReading): OpenReasons {
  const open = new Map<string, Reason[]>()
  if (reading.kind === 'heat_sheet') {
    return reading.warnings.length === 0 ? open : open.set(documentPath, reading.warnings)
  }
  for (const reason of reading.review.reasons) {
    if (reason.settled) continue
    const field = reasonField(reading, reason.path)
    open.set(field, [...(open.get(field) ?? []), reason])
  }
  return open
}

/**
 * Returns the path of the field that shows a reason: the description for a line, the name for a company, and the grand
 * total for the totals.
 */
function reasonField(reading: InvoiceReading | FieldsReading, path: string | null): string {
  if (path === null) return documentPath
  // No single field shows a reason about a whole list.
  if (reading.kind === 'fields') return Array.isArray(valueAt(reading, path)) ? documentPath : path
  const { lines } = reading
  if (path === 'totals' || path === 'totals.charges') return 'totals.grand_total'
  if (path === 'lines') return lines.length === 0 ? documentPath : 'lines.0.description'
  if (/^(seller|buyer)$/.test(path)) return `${path}.name`
  return /^lines\.\d+$/.test(path) ? `${path}.description` : path
}

/** Paths of the values that each check confirms if it passes. */
const provenPaths: Record<Check['name'], RegExp> = {
  rows: /^lines\.\d+\.(quantity|unit_price|discount|amount)$/,
  sum: /^(totals\.subtotal|lines\.\d+\.amount)$/,
  quantity: /^totals\.quantity$/,
  tax_base: /^totals\.tax_base$/,
  tax: /^totals\.tax$/,
  grand_total: /^totals\.(grand_total|charges\.\d+\.amount)$/,
  due: /^totals\.payment\./,
}

export function fieldStatus(
  reading: CorrectableReading,
  path: string,
  open: readonly Reason[],
): FieldStatus {
  if (open.some(({ code }) => isCheckFailure(code))) return 'failed'
  if (open.length > 0) return 'to_check'
  const evidence = reading.evidence[path]
  if (evidence?.source === 'human')
    return isConfirmed(reading, path, evidence) ? 'confirmed' : 'changed'
  if (evidence?.source === 'learned') return 'learned'
  if (valueAt(reading, path) === null) return findFiledNumber(reading, path) ? 'directory' : 'empty'
  const checks = reading.kind === 'invoice' ? reading.checks : []
  const isProved = checks.some(({ name, passed }) => passed && provenPaths[name].test(path))
  return isProved ? 'proved' : 'read'
}

/** True if the user confirmed the value as it was read. */
function isConfirmed(reading: CorrectableReading, path: string, { was }: Evidence): boolean {
  const before = was?.at(-1)
  return before !== undefined && before.value === valueAt(reading, path)
}

/** True if the user can resolve all reasons by confirming the value; false for arithmetic and directory problems. */
export function isConfirmable(open: readonly Reason[]): boolean {
  return open.length > 0 && open.every(({ code }) => !isRecomputed(code) && !isFilingReason(code))
}

export function valueAt(reading: CorrectableReading, path: string): unknown {
  return (
    path
      .split('.')
      .reduce<unknown>((it, key) => (it as Record<string, unknown> | null)?.[key], reading) ?? null
  )
}

/** Returns the next or previous field at which Tab stops; undefined after the last one. */
export function findNextStop(
  fields: readonly string[],
  isStop: (path: string) => boolean,
  from: string,
  by: 1 | -1,
): string | undefined {
  const at = fields.indexOf(from)
  const before = from === end ? fields : fields.slice(0, Math.max(0, at))
  const ahead = by === 1 ? fields.slice(at + 1) : before.toReversed()
  return ahead.find(isStop)
}

/** Returns the next or previous field with an open reason. Wraps around at the end. */
export function findOpen(
  fields: readonly string[],
  open: OpenReasons,
  from: string,
  by: 1 | -1,
): string | undefined {
  const isOpen = (path: string) => open.has(path)
  return (
    findNextStop(fields, isOpen, from, by) ?? findNextStop(fields, isOpen, by === 1 ? '' : end, by)
  )
}

/** A position after the last field; no field has this path. */
const end = ' '

/** Returns the company's tax number as it will be filed; undefined if the field has changed since. */
export function findFiledNumber(reading: CorrectableReading, path: string): FiledParty | undefined {
  const [, role] = /^(seller|buyer)\.tin$/.exec(path) ?? []
  if (reading.kind !== 'invoice' || !reading.filing || role === undefined) return undefined
  const filed = reading.filing[role as 'seller' | 'buyer']
  if (filed.source === null) return undefined
  const value = valueAt(reading, path)
  const isCurrent = typeof value === 'string' && normaliseNpwp(value) === filed.tin
  return isCurrent || filed.source === 'directory' ? filed : undefined
}
