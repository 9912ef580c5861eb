import { isClose } from '../numerals/tolerance.ts'
import type { ItemRow, RowSet } from '../rows/row.ts'
import { comparePositions, isMostlyOverlapping } from '../rows/geometry.ts'
import type { TotalAmount } from './candidates.ts'
import type { TotalsExplanation } from './explanation.ts'

interface Explained {
  rowSet: RowSet | undefined
  totals: TotalsExplanation
}

/**
 * Makes charges items if they are printed in the amount column above a subtotal that includes them: `Freight  312.50`
 * between the last item and `Subtotal`.
 */
export function listChargesAsItems<Solved extends Explained>(solved: Solved): Solved {
  const { rowSet, totals } = solved
  const { net, subtotal, extras, taxes, isTaxIncluded, billedPart } = totals
  const isNamed = (net?.roles.subtotal ?? 0) >= minLabelWeight
  if (!rowSet?.header || !net || !isNamed || subtotal || isTaxIncluded || billedPart) return solved
  const charges = extras.filter((it) => isListed(it, net, rowSet.rows))
  const sum = totals.sum + charges.reduce((total, { value }) => total + value, 0)
  if (charges.length === 0 || !isClose(sum, net.value)) return solved
  if (taxes.some(({ numeral }) => numeral.line < net.numeral.line)) return solved
  const rows = [...rowSet.rows, ...charges.map(toRow)]
  return {
    ...solved,
    rowSet: { ...rowSet, rows: rows.toSorted((a, b) => comparePositions(a.amount, b.amount)) },
    totals: {
      ...totals,
      sum,
      subtotal: net,
      net: undefined,
      extras: extras.filter((it) => !charges.includes(it)),
    },
  }
}

const minLabelWeight = 0.8

function isListed({ roles, numeral, value }: TotalAmount, net: TotalAmount, rows: ItemRow[]) {
  const isAbove = numeral.page === net.numeral.page && numeral.line < net.numeral.line
  const isCharge = Object.keys(roles).join(' ') === 'charges' && value > 0
  return isCharge && isAbove && rows.some(({ amount }) => isMostlyOverlapping(numeral, amount))
}

function toRow({ numeral }: TotalAmount): ItemRow {
  return { amount: numeral, quantity: null, unit_price: null, modifier: null, method: 'column' }
}
