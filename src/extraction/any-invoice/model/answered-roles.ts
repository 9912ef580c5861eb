import { type DecimalMark, parseNumeral } from '../numerals/parse-numeral.ts'
import { isClose } from '../numerals/tolerance.ts'
import type { TotalRoles } from '../labels/total-roles.ts'
import type { LabelledAmount } from '../totals/labelled-amounts.ts'

/** Totals identified by a language model, as printed. */
export type AnsweredTotals = Partial<Record<'subtotal' | 'tax' | 'grand_total', string>>

/**
 * Weight of a role assigned by a language model. It is less than a clear label's weight, so that a total without such a
 * label stays uncertain.
 */
const answeredWeight = 0.7

/** Adds the roles that a language model assigned to amounts. Equations must still confirm them. */
export function addAnsweredRoles(
  amounts: LabelledAmount[],
  answered: AnsweredTotals,
  mark: DecimalMark,
): LabelledAmount[] {
  const named = Object.entries(answered).flatMap(([role, text]) => {
    const value = parseNumeral(text, mark)?.value
    return value === undefined ? [] : [{ role: role as keyof AnsweredTotals, value }]
  })
  if (named.length === 0) return amounts
  return amounts.map((amount) => ({ ...amount, roles: mergeRoles(amount, named) }))
}

function mergeRoles(
  { roles, value, numeral }: LabelledAmount,
  named: { role: keyof AnsweredTotals; value: number }[],
): TotalRoles {
  if (numeral.isPercent) return roles
  const own = named.filter((it) => isClose(Math.abs(it.value), Math.abs(value)))
  return own.reduce(
    (merged, { role }) => ({ ...merged, [role]: Math.max(roles[role] ?? 0, answeredWeight) }),
    roles,
  )
}
