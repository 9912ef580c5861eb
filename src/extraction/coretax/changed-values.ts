import type { FiledValues, InvoiceReading } from '../../domain/invoice/invoice.ts'
import type { ChangedField } from '../../domain/messages/filing-codes.ts'
import { type Message, message } from '../../domain/messages/message.ts'
import type { Directory } from '../directory/directory.ts'
import { listFiledValues } from './filed-values.ts'

/**
 * Reports values that differ from those that a person saw in review. Waiting invoices are checked again when the
 * directory changes, so only approved ones can differ. A number that was missing may be added.
 */
export function changedValues(reading: InvoiceReading, directory: Directory): Message[] {
  const { filing: approved } = reading
  if (!approved) return []
  const current = listFiledValues(reading, directory)
  return [...changedParties(approved, current), ...changedCodes(approved, current)]
}

function changedParties(approved: FiledValues, current: FiledValues): Message[] {
  return (['seller', 'buyer'] as const).flatMap((role) => {
    const { tin, idtku } = approved[role]
    const known = current[role]
    const path = `${role}.tin`
    if (tin === null) return []
    if (tin !== known.tin)
      return [message('filing_party_changed', path, { role, approved: tin, known: known.tin })]
    return compare('nitku', path, [idtku, known.idtku])
  })
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
    ...lines,
    ...compare('tax_base', 'totals', [approved.tax_base, current.tax_base]),
    ...compare('tax', 'totals', [approved.tax, current.tax]),
  ]
}

function compare(
  field: ChangedField,
  path: string,
  [approved, known]: readonly [string | null | undefined, string | null | undefined],
): Message[] {
  if (approved === known || approved === null || approved === undefined) return []
  return [message('filing_value_changed', path, { field, approved, known: known ?? null })]
}
