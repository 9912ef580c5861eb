import type { FiledParty, FiledValues, InvoiceReading } from '../../domain/invoice/invoice.ts'
import { toFilingRule } from '../../domain/invoice/review-reasons.ts'
import type { ChangedField } from '../../domain/messages/filing-codes.ts'
import { type Message, message } from '../../domain/messages/message.ts'
import type { Directory } from '../directory/directory.ts'
import { toFiledValues } from './filed-values.ts'

/**
 * Reports values that differ from those approved in review. Unapproved invoices are checked again when the directory
 * changes, so only approved invoices can differ.
 */
export function findChangedValues(reading: InvoiceReading, directory: Directory): Message[] {
  const { filing: approved } = reading
  if (!approved) return []
  const current = toFiledValues(reading, directory)
  return [...changedParties(reading, approved, current), ...changedCodes(approved, current)]
}

function changedParties(
  reading: InvoiceReading,
  approved: FiledValues,
  current: FiledValues,
): Message[] {
  return (['seller', 'buyer'] as const).flatMap((role) => {
    const { idtku } = approved[role]
    const number = filedNumber(approved[role])
    const known = filedNumber(current[role])
    const path = `${role}.tin`
    if (number === null && !isApprovedWithout(reading, role)) return []
    if (number !== known)
      return [message('filing_party_changed', path, { role, approved: number, known })]
    return compare('nitku', path, [idtku, current[role].idtku])
  })
}

/** True if a user approved the invoice although this company's tax number was missing. */
function isApprovedWithout({ review }: InvoiceReading, role: 'seller' | 'buyer'): boolean {
  return review.reasons.some(
    (reason) =>
      reason.settled === true && toFilingRule(reason).code === `filing_${role}_npwp_missing`,
  )
}

/** Returns the NPWP or, for a buyer without one, the identity document's number. */
function filedNumber({ tin, document_number = null }: FiledParty): string | null {
  return tin ?? document_number
}

function changedCodes(approved: FiledValues, current: FiledValues): Message[] {
  const lines = approved.lines.flatMap((line) => {
    const now = current.lines.find(({ path }) => path === line.path)
    const { path } = line
    return [
      ...compare('goods_code', `${path}.goods_code`, [
        line.goods_code.value,
        now?.goods_code.value,
      ]),
      ...compare('unit', `${path}.unit`, [line.unit.value, now?.unit.value]),
    ]
  })
  const code = [approved.transaction_code?.value, current.transaction_code?.value] as const
  return [
    ...compare('transaction_code', 'transaction_code', code),
    ...changedFacility(approved, current),
    ...lines,
    ...compare('tax_base', 'totals', [approved.tax_base, current.tax_base]),
    ...compare('tax', 'totals', [approved.tax, current.tax]),
    ...compare('luxury_tax', 'totals', [approved.luxury_tax, current.luxury_tax]),
  ]
}

/** Unlike other codes, a facility may have been missing at approval, because the directory adds it later. */
function changedFacility(approved: FiledValues, current: FiledValues): Message[] {
  if (approved.facility === undefined) return []
  const [before, known] = [approved.facility?.value ?? null, current.facility?.value ?? null]
  if (before === known) return []
  const params = { field: 'facility', approved: before, known } as const
  return [message('filing_value_changed', 'facility', params)]
}

function compare(
  field: ChangedField,
  path: string,
  [approved, known]: readonly [string | null | undefined, string | null | undefined],
): Message[] {
  if (approved === known || approved === null || approved === undefined) return []
  return [message('filing_value_changed', path, { field, approved, known: known ?? null })]
}
