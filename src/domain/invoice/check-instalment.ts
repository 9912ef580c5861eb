import { type Amounts, sumOfAmounts } from './amounts.ts'
import { isBeforeTax } from './check-totals.ts'
import { compare, decimal, divide, formatDecimal, multiply } from '../values/decimal.ts'
import type { Reason } from './proof.ts'
import { message } from '../messages/message.ts'

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
    ? { percent: formatDecimal(share), whole: formatDecimal(whole) }
    : { percent: null, whole: null }
  const params = { instalment: formatDecimal(instalment), ...part }
  return [message('instalment', 'totals.instalment', params)]
}

const hundred = decimal('100')
