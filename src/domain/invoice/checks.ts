import { type Amounts, amountsOf } from './amounts.ts'
import { checkRows } from './check-rows.ts'
import { checkInstalment } from './check-instalment.ts'
import { checkStatedTaxes } from './check-stated-taxes.ts'
import { checkGrandTotal, checkQuantity, checkSum, checkTax, checkTaxBase } from './check-totals.ts'
import type { InvoiceReading } from './invoice.ts'
import { isRecomputed, type Proof, type Reason, reviewOf } from './proof.ts'
import { message } from '../messages/message.ts'
import { taxRuleOn } from './tax.ts'

/**
 * Runs the checks again and adds their review reasons; other reasons stay. Values never change: an inconsistency is
 * reported, not corrected.
 */
export function prove(reading: InvoiceReading): InvoiceReading {
  const proofs = proofsOf(reading)
  const reasons = [
    ...reading.review.reasons.filter(({ code }) => !isRecomputed(code)),
    ...missing(reading),
    ...proofs.flatMap(({ failures }) => failures),
    ...unproved(reading, proofs),
    ...checkInstalment(amountsOf(reading)),
  ]
  const checks = proofs.map(({ check }) => check)
  return { ...reading, checks, review: reviewOf(reasons) }
}

/** Values that are not printed are not checked. */
function proofsOf(reading: InvoiceReading): Proof[] {
  const amounts = amountsOf(reading)
  const { taxes } = reading.totals
  const proofs = [
    checkRows(amounts),
    checkSum(amounts),
    checkQuantity(amounts),
    ...(taxes
      ? checkStatedTaxes(reading, taxes)
      : [...taxProofs(amounts, reading), checkGrandTotal(amounts)]),
  ]
  return proofs.filter((proof) => proof !== undefined)
}

/** Tax rates of other countries are unknown here, so only the grand total confirms their tax. */
function taxProofs(amounts: Amounts, { date, currency }: InvoiceReading): (Proof | undefined)[] {
  if (currency !== null && currency !== 'IDR') return [checkTaxBase(amounts, undefined)]
  if (date === null) return []
  const rule = taxRuleOn(date)
  const base = checkTaxBase(amounts, rule)
  const provedBase = base?.check.passed ? amounts.tax_base : null
  return [base, checkTax(amounts, rule, provedBase)]
}

function missing({ number, date, currency, buyer, lines, totals }: InvoiceReading): Reason[] {
  const fields = [
    { field: 'number', value: number },
    { field: 'date', value: date },
    { field: 'currency', value: currency },
    { field: 'buyer.name', value: buyer.name },
    { field: 'lines', value: lines.length === 0 ? null : lines },
    { field: 'totals.grand_total', value: totals.grand_total },
  ] as const
  const missingFields = fields
    .filter(({ value }) => value === null)
    .map(({ field }) => message('field_missing', field, { field }))
  return [...missingFields, ...missingCells(lines)]
}

/** Every line needs an amount; a quantity or a price only if other lines have one. */
function missingCells(lines: InvoiceReading['lines']): Reason[] {
  const columns = ['quantity', 'unit_price', 'amount'] as const
  const expected = columns.filter(
    (key) => key === 'amount' || lines.some((line) => line[key] !== null),
  )
  return lines.flatMap((line, index) =>
    expected
      .filter((key) => line[key] === null)
      .map((key) =>
        message('line_value_missing', `lines.${index}.${key}`, { field: `lines.${key}` }),
      ),
  )
}

/** Only a total shows that no line was lost. */
function unproved({ lines }: InvoiceReading, proofs: Proof[]): Reason[] {
  const hasTotal = proofs.some(({ check }) => check.name !== 'rows')
  if (hasTotal || lines.length === 0) return []
  return [message('total_missing', 'totals', {})]
}
