import type { InvoiceLine } from '../../domain/invoice/invoice.ts'
import type { Reason } from '../../domain/invoice/proof.ts'
import { say } from '../../domain/i18n/say.ts'
import type { TextDocument } from '../text/text-document.ts'
import { isItem } from './table-bodies.ts'
import type { TableBottom, Candidate } from './find-totals.ts'
import type { TableGuess } from './guess-tables.ts'

const columnTitles = {
  no: say`number`,
  description: say`description`,
  quantity: say`quantity`,
  unit_price: say`price`,
}

const requiredColumns = ['description', 'quantity', 'unit_price'] as const

/** Gaps that arithmetic cannot detect: an empty cell below a header, or stray text above the first item. */
export function tableReasons(lines: InvoiceLine[], { roles, isSure }: TableGuess): Reason[] {
  const gaps = lines.flatMap((line, index) => {
    const empty = requiredColumns.filter((name) => roles.has(name) && !line[name])
    const isOdd = line.no !== null && !/^\w{1,6}\.?$/.test(line.no)
    const columns: (keyof typeof columnTitles)[] = isOdd ? [...empty, 'no'] : empty
    return columns.map((name) => ({
      code: 'unclear',
      message: say`Line ${index + 1} was not fully understood: check its ${columnTitles[name]}.`,
      path: `lines.${index}.${name}`,
    }))
  })
  return [...gaps, ...lines.flatMap(zeroAmountReasons), ...(isSure ? [] : [textAboveReason])]
}

/** No sum confirms an item of zero; it may belong to another table. */
function zeroAmountReasons({ amount }: InvoiceLine, index: number): Reason[] {
  if (amount !== '0') return []
  const message = say`Line ${index + 1} adds nothing to the total: check that it is an item.`
  return [{ code: 'unclear', message, path: `lines.${index}.amount` }]
}

const textAboveReason: Reason = {
  code: 'unclear',
  message: say`The text above the first item may be its own or a heading: check the descriptions.`,
  path: 'lines.0.description',
}

export function chargeReason(name: string): Reason {
  const message = say`${name} is taken for a charge because the total adds up with it.`
  return { code: 'unsure', message, path: 'totals.charges' }
}

export function amountReason({ label, text }: Candidate): Reason {
  const message = say`What is meant by "${label}" (${text}) was not understood.`
  return { code: 'unsure', message, path: 'totals' }
}

/** A line with several numbers below the last item may be a missed item. */
export function missedItemReasons({ lines }: TextDocument, { page, y }: TableBottom): Reason[] {
  const missed = lines.find(
    (line) => isItem(line) && (line.page > page || (line.page === page && line.baseline > y)),
  )
  if (!missed) return []
  const message = say`This may be an item that was not read: ${missed.text}`
  return [{ code: 'unclear', message, path: 'lines' }]
}
