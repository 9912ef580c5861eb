import type { Reason } from '../../../domain/invoice/review-reasons.ts'
import { message } from '../../../domain/messages/message.ts'
import type { FieldChoice, HeaderChoices } from './choose-values.ts'
import type { CurrencyFinding } from './currency.ts'

const maxOthers = 3
/** Minimum probability at which the review reason mentions an alternative. */
const rivalProbability = 0.03

/** Returns a reason for each uncertain value. Missing values are reported by the checks. */
export function listHeaderReasons(
  choices: HeaderChoices,
  currency: CurrencyFinding | undefined,
): Reason[] {
  const { number, date, seller, buyer, is_order_unclear } = choices
  return [
    ...uncertaintyReasons('number', number),
    ...uncertaintyReasons('date', date),
    ...(is_order_unclear ? orderReasons(date) : []),
    ...(seller.value ? uncertaintyReasons('seller.name', seller) : [missingSellerReason]),
    ...buyerReasons(buyer),
    ...currencyReasons(currency),
  ]
}

const missingSellerReason: Reason = message('seller_not_found', 'seller.name', {})

function uncertaintyReasons(
  field: 'number' | 'date' | 'seller.name',
  choice: FieldChoice,
): Reason[] {
  const { value, rivals, is_sure, is_from_model } = choice
  if (!value || is_sure) return []
  if (is_from_model) return [message('value_from_model', field, { field })]
  const others = rivals
    .filter(({ probability }) => probability >= rivalProbability)
    .slice(0, maxOthers)
    .map((rival) => rival.value)
  return [
    others.length > 0
      ? message('value_ambiguous', field, { field, value: value.value, others })
      : message('value_uncertain', field, { field, value: value.value }),
  ]
}

function buyerReasons({ value, is_sure, is_from_model }: FieldChoice): Reason[] {
  const field = 'buyer.name'
  if (is_from_model) return [message('value_from_model', field, { field })]
  return value && !is_sure ? [message('buyer_assumed', 'buyer.name', { name: value.value })] : []
}

function orderReasons({ value }: FieldChoice): Reason[] {
  if (!value) return []
  const { text } = value.location
  const [date = text] = /\d{1,2}\s?[/-]\s?\d{1,2}\s?[/-]\s?\d{2,4}/.exec(text) ?? []
  return [message('date_order_unclear', 'date', { date })]
}

function currencyReasons(currency: CurrencyFinding | undefined): Reason[] {
  if (!currency || currency.doubt === 'none') return []
  return currency.doubt === 'dollar'
    ? [message('dollar_unclear', 'currency', {})]
    : [message('value_uncertain', 'currency', { field: 'currency', value: currency.value })]
}
