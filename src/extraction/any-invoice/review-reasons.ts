import type { InvoiceLine } from '../../domain/invoice/invoice.ts'
import type { Reason } from '../../domain/invoice/proof.ts'
import { message } from '../../domain/messages/message.ts'
import type { TextDocument } from '../text/text-document.ts'
import { isItem } from './table-bodies.ts'
import type { TableBottom, Candidate } from './find-totals.ts'
import type { TableGuess } from './guess-tables.ts'

const requiredColumns = ['description', 'quantity', 'unit_price'] as const

/** Gaps that arithmetic cannot detect: an empty cell below a header, or stray text above the first item. */
export function tableReasons(lines: InvoiceLine[], { roles, isSure }: TableGuess): Reason[] {
  const gaps = lines.flatMap((line, index) => {
    const empty = requiredColumns.filter((name) => roles.has(name) && !line[name])
    const isOdd = line.no !== null && !/^\w{1,6}\.?$/.test(line.no)
    const columns = isOdd ? ([...empty, 'no'] as const) : empty
    return columns.map((name) =>
      message('line_unclear', `lines.${index}.${name}`, { field: `lines.${name}` }),
    )
  })
  return [...gaps, ...lines.flatMap(zeroAmountReasons), ...(isSure ? [] : [textAboveReason])]
}

/** No sum confirms an item of zero; it may belong to another table. */
function zeroAmountReasons({ amount }: InvoiceLine, index: number): Reason[] {
  if (amount !== '0') return []
  return [message('line_adds_nothing', `lines.${index}.amount`, {})]
}

const textAboveReason: Reason = message('heading_unclear', 'lines.0.description', {})

export function chargeReason(name: string): Reason {
  return message('charge_assumed', 'totals.charges', { name })
}

export function amountReason({ label, text }: Candidate): Reason {
  return message('amount_unexplained', 'totals', { label, text })
}

/** A line with several numbers below the last item may be a missed item. */
export function missedItemReasons({ lines }: TextDocument, { page, y }: TableBottom): Reason[] {
  const missed = lines.find(
    (line) => isItem(line) && (line.page > page || (line.page === page && line.baseline > y)),
  )
  if (!missed) return []
  return [message('item_possibly_missed', 'lines', { text: missed.text })]
}
