import { type Amounts, sumAmounts } from './amounts.ts'
import { isBeforeTax } from './check-totals.ts'
import { decimal, divide, equals, formatDecimal, multiply } from '../values/decimal.ts'
import type { Reason } from './review-reasons.ts'
import { message } from '../messages/message.ts'

/**
 * Flags an invoice that bills only part of its lines' total, even if the invoice is consistent: the tax office requires
 * manual entry of down payments and instalments, which its import file cannot represent.
 */
export function checkInstalment(amounts: Amounts): Reason[] {
  const { instalment, grand_total, subtotal, lines } = amounts
  if (!instalment || (grand_total && equals(instalment, grand_total))) return []
  const whole = isBeforeTax(instalment, amounts) ? (subtotal ?? sumAmounts(lines)) : grand_total
  const share = whole && whole.units !== 0n && divide(multiply(instalment, hundred), whole, 1)
  const part = share
    ? { percent: formatDecimal(share), whole: formatDecimal(whole) }
    : { percent: null, whole: null }
  const params = { instalment: formatDecimal(instalment), ...part }
  return [message('instalment', 'totals.instalment', params)]
}

const hundred = decimal('100')
