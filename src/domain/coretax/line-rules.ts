import { computeLineAmount, toDecimal } from '../invoice/amounts.ts'
import { findTaxRule, taxPlaces } from '../invoice/tax.ts'
import { type Message, message } from '../messages/message.ts'
import { decimal, equals, formatDecimal, round } from '../values/decimal.ts'
import type { Filing, FilingLine } from './filing.ts'
import { toTaxAmounts } from './filed-taxes.ts'
import { isPossibleGoodsCode } from './goods-codes.ts'
import { isGoodsUnit, isServiceUnit, isUnitCode } from './units.ts'

const maxNameLength = 255

export function checkLines(filing: Filing): Message[] {
  if (filing.lines.length === 0) return [message('filing_nothing_taxed', 'lines', {})]
  return filing.lines.flatMap((line) => [
    ...checkUnit(line),
    ...checkGoods(line),
    ...checkAmounts(line),
    ...checkTax(line, filing),
  ])
}

function checkUnit({ path, unit, option, has_unit }: FilingLine): Message[] {
  const at = `${path}.unit`
  if (!isUnitCode(unit)) return [message('filing_unit_invalid', at, { unit })]
  const isOther = option === 'A' ? isServiceUnit(unit) : isGoodsUnit(unit)
  return [
    ...(has_unit ? [] : [message('filing_unit_assumed', at, {})]),
    ...(isOther ? [message('filing_unit_option', at, { unit, option })] : []),
  ]
}

function checkGoods({ path, option, code, name }: FilingLine): Message[] {
  const goods_code = `${option}${code}`
  // oxlint-disable-next-line no-control-regex
  const isNamed = /\S/.test(name) && !/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(name)
  return [
    ...(isPossibleGoodsCode(option, code)
      ? []
      : [message('filing_goods_code_unknown', `${path}.goods_code`, { goods_code })]),
    ...(isNamed ? [] : [message('filing_name_missing', `${path}.description`, {})]),
    ...(name.length > maxNameLength
      ? [message('filing_name_long', `${path}.description`, { length: name.length })]
      : []),
  ]
}

/** Checks a line's amount as Coretax does, by recomputing quantity × price − discount from the written values. */
function checkAmounts(line: FilingLine): Message[] {
  const { path, name, adjusted, printed_quantity } = line
  const [price, quantity, discount, amount] = [
    line.price,
    line.quantity,
    line.discount,
    line.tax_base,
  ].map(toDecimal)
  if (amount && amount.units < 0n) return [message('filing_negative', path, { name })]
  const isComplete = [price, quantity, amount].every((value) => value && value.units > 0n)
  if (!price || !quantity || !amount || !isComplete || !discount || discount.units < 0n) {
    return [message('filing_amount_missing', path, { name })]
  }
  const product = computeLineAmount(quantity, price, discount)
  const values = { name, amount: formatDecimal(amount) }
  if (!equals(round(product, taxPlaces), amount)) {
    return [message('filing_line_differs', path, { ...values, product: formatDecimal(product) })]
  }
  if (adjusted === 'quantity') {
    return [message('filing_rounding', path, { ...values, quantity: printed_quantity ?? '1' })]
  }
  const rounded = { name, price: formatDecimal(price), discount: formatDecimal(discount) }
  return adjusted === 'price' ? [message('filing_price_rounded', path, rounded)] : []
}

/** Checks that each line's base and tax follow from its amount. Under code 05, the invoice states the tax. */
function checkTax(line: FilingLine, { date, transaction_code: code }: Filing): Message[] {
  const { path, name, tax_base, vat } = line
  if (date === null || tax_base === null) return []
  const luxury_rate = line.stlg_rate === '0' ? null : line.stlg_rate
  const due = toTaxAmounts(tax_base, { code, rule: findTaxRule(date), luxury_rate })
  const isRight =
    due.other_tax_base === line.other_tax_base &&
    due.vat_rate === line.vat_rate &&
    due.stlg === line.stlg &&
    (code === '05' ? vat !== null : due.vat === vat)
  if (isRight) return []
  const expected = due.vat ?? formatDecimal(decimal('0'))
  return [message('filing_tax_rule', path, { name, expected, tax: vat })]
}
