import type { InvoiceLine } from '../../../domain/invoice/invoice.ts'
import type { Reason } from '../../../domain/invoice/review-reasons.ts'
import { message } from '../../../domain/messages/message.ts'
import type { TableGuess } from './guess-tables.ts'

const requiredColumns = ['description', 'quantity', 'unit_price'] as const

/** Reports gaps that arithmetic cannot detect, such as an empty cell below a header. */
export function listTableReasons(
  lines: InvoiceLine[],
  { roles, named_roles }: Pick<TableGuess, 'roles' | 'named_roles'>,
): Reason[] {
  const isColumn = (name: (typeof requiredColumns)[number]) =>
    named_roles.has(name) || (roles.has(name) && lines.some((line) => line[name]))
  const gaps = lines.flatMap((line, index) => {
    const empty = requiredColumns.filter((name) => isColumn(name) && !line[name])
    const isOdd = line.no !== null && !/^\w{1,6}\.?$/.test(line.no)
    const columns = isOdd ? ([...empty, 'no'] as const) : empty
    return columns.map((name) =>
      message('line_unclear', `lines.${index}.${name}`, { field: `lines.${name}` }),
    )
  })
  return [...gaps, ...lines.flatMap(zeroAmountReasons)]
}

/** Reports a zero amount, because no sum can confirm such an item, which may belong to another table. */
function zeroAmountReasons({ amount }: InvoiceLine, index: number): Reason[] {
  if (amount !== '0') return []
  return [message('line_adds_nothing', `lines.${index}.amount`, {})]
}
