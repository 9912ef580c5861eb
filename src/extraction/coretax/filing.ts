import { amountsOf } from '../../domain/invoice/amounts.ts'
import { areChargesTaxed } from '../../domain/invoice/check-totals.ts'
import type { Party, TransactionCode } from '../../domain/invoice/directory.ts'
import type { InvoiceLine, InvoiceReading } from '../../domain/invoice/invoice.ts'
import { type TaxRule, findTaxRule } from '../../domain/invoice/tax.ts'
import { type Directory, findGoods, findUnit } from '../directory/directory.ts'
import { type FilingParty, resolveBuyer, resolveSeller } from './filing-parties.ts'

export interface FilingLine {
  option: 'A' | 'B'
  code: string
  name: string
  unit: string
  quantity: string
  /** Null if only the amount is known; the quantity is then 1. */
  unit_price: string | null
  discount: string
  amount: string | null
}

/** An invoice as filed, completed from the directory; null means unknown. */
export interface Filing {
  number: string | null
  date: string | null
  transaction_code: TransactionCode | null
  add_info: string | null
  facility_stamp: string | null
  seller: FilingParty
  buyer: FilingParty
  tax: TaxRule | null
  lines: FilingLine[]
}

/** Coretax code for unspecified goods or services. */
const defaultGoods = { option: 'A', code: '000000', unit: null } as const
/** Coretax unit "other". */
const otherUnit = 'UM.0033'

/** Files only taxed lines and taxed charges. */
export function toFiling(reading: InvoiceReading, directory: Directory): Filing {
  const { number, date, lines, totals } = reading
  const seller = resolveSeller(reading, directory)
  const buyer = resolveBuyer(reading, directory)
  const rule = date === null ? null : findTaxRule(date)
  const code = buyer.party?.transaction_code ?? rule?.transaction_code ?? null
  const hasTaxedCharges = rule !== null && areChargesTaxed(amountsOf(reading), rule)
  return {
    number,
    date,
    transaction_code: code,
    add_info: buyer.party?.add_info ?? null,
    facility_stamp: buyer.party?.facility_stamp ?? null,
    seller: seller.filed,
    buyer: buyer.filed,
    tax: rule && applyTransactionCode(code, rule),
    lines: [
      ...lines
        .filter(({ taxable }) => taxable)
        .map((line) => toFilingLine(line, directory, seller.party)),
      ...(hasTaxedCharges ? totals.charges : []).map(toChargeLine),
    ],
  }
}

/** Code 01 taxes the whole amount; all other codes follow the rule that is valid on the invoice date. */
function applyTransactionCode(code: TransactionCode | null, rule: TaxRule): TaxRule {
  return code === '01' ? { ...rule, numerator: '1', denominator: '1' } : rule
}

function toFilingLine(
  line: InvoiceLine,
  directory: Directory,
  seller: Party | undefined,
): FilingLine {
  const goods = statedGoods(line) ?? findGoods(directory, line) ?? seller?.goods ?? defaultGoods
  const printedUnit = line.unit === null ? undefined : findUnit(directory, line.unit)
  const isCounted = line.quantity !== null && line.unit_price !== null
  return {
    option: goods.option,
    code: goods.code,
    name: line.description,
    unit: printedUnit?.code ?? goods.unit ?? otherUnit,
    quantity: isCounted ? (line.quantity ?? '1') : '1',
    unit_price: isCounted ? line.unit_price : null,
    discount: line.discount ?? '0',
    amount: line.amount,
  }
}

/** Returns the goods code that a person set on this line. */
function statedGoods({ goods_code }: InvoiceLine) {
  if (goods_code === undefined) return undefined
  const option: FilingLine['option'] = goods_code.startsWith('B') ? 'B' : 'A'
  return { option, code: goods_code.slice(1), unit: null }
}

function toChargeLine({ name, amount }: { name: string; amount: string }): FilingLine {
  const service = { option: 'B', code: defaultGoods.code, unit: otherUnit } as const
  return { ...service, name, quantity: '1', unit_price: amount, discount: '0', amount }
}
