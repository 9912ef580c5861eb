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
 * Turns charges into items if they are printed in the amount column above a sum that includes them: `Freight 312.50`
 * between the last item and `Subtotal`.
 */
export function listChargesAsItems<Solved extends Explained>(solved: Solved): Solved {
  const { rowSet, totals } = solved
  const { net, sumWithCharges, extras, isTaxIncluded, billedPart } = totals
  if (!rowSet || !sumWithCharges || isTaxIncluded || billedPart) return solved
  const charges = extras.filter((it) => isListed(it, sumWithCharges, rowSet.rows))
  const sum = totals.sum + charges.reduce((total, { value }) => total + value, 0)
  if (!isClose(sum, sumWithCharges.value)) return solved
  const rows = [...rowSet.rows, ...charges.map(toRow)]
  return {
    ...solved,
    rowSet: { ...rowSet, rows: rows.toSorted((a, b) => comparePositions(a.amount, b.amount)) },
    totals: {
      ...totals,
      sum,
      subtotal: sumWithCharges,
      net: net === sumWithCharges ? undefined : net,
      extras: extras.filter((it) => !charges.includes(it)),
    },
  }
}

function isListed({ roles, numeral, value }: TotalAmount, total: TotalAmount, rows: ItemRow[]) {
  const isAbove = numeral.page === total.numeral.page && numeral.line < total.numeral.line
  const isCharge = Object.keys(roles).join(' ') === 'charges' && value > 0
  return isCharge && isAbove && rows.some(({ amount }) => isMostlyOverlapping(numeral, amount))
}

function toRow({ numeral }: TotalAmount): ItemRow {
  return { amount: numeral, quantity: null, unit_price: null, modifier: null, method: 'column' }
}
