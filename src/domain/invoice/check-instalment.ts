import { type Amounts, readable, sumOfAmounts } from './amounts.ts'
import { isBeforeTax } from './check-totals.ts'
import { compare, decimal, divide, formatDecimal, multiply } from '../values/decimal.ts'
import type { Reason } from './proof.ts'
import { say } from '../i18n/say.ts'

/**
 * An invoice for a part of what its lines come to may add up, and still a person must file it: the tax office
 * wants a down payment or an instalment to be entered by hand, and its import file has no place for one.
 */
export function checkInstalment(amounts: Amounts): Reason[] {
  const { instalment, grand_total, subtotal, lines } = amounts
  if (!instalment || (grand_total && compare(instalment, grand_total) === 0)) return []
  const whole = isBeforeTax(instalment, amounts) ? (subtotal ?? sumOfAmounts(lines)) : grand_total
  const share = whole && whole.units !== 0n && divide(multiply(instalment, hundred), whole, 1)
  const part = share
    ? say`${formatDecimal(share)} % of ${readable(whole)}`
    : say`a part of the whole`
  const message = say`This invoice asks for an instalment of ${readable(instalment)}, ${part}. Enter it in Coretax by hand: a file would hold the whole.`
  return [{ code: 'instalment', message, path: 'totals.instalment' }]
}

const hundred = decimal('100')
