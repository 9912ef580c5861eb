import { type Amounts, amountsOf } from './amounts.ts'
import { checkRows } from './check-rows.ts'
import { checkInstalment } from './check-instalment.ts'
import { checkStatedTaxes } from './check-stated-taxes.ts'
import { checkGrandTotal, checkQuantity, checkSum, checkTax, checkTaxBase } from './check-totals.ts'
import type { InvoiceReading } from './invoice.ts'
import { isRecomputed, type CheckResult, type Reason, toReview } from './proof.ts'
import { message } from '../messages/message.ts'
import { findTaxRule } from './tax.ts'

/**
 * Repeats the checks and adds their review reasons; other reasons stay. Values never change: an inconsistency is
 * reported, not corrected.
 */
export function prove(reading: InvoiceReading): InvoiceReading {
  const proofs = runChecks(reading)
  const reasons = [
    ...reading.review.reasons.filter(({ code }) => !isRecomputed(code)),
    ...missingValues(reading),
    ...proofs.flatMap(({ failures }) => failures),
    ...missingTotal(reading, proofs),
    ...checkInstalment(amountsOf(reading)),
  ]
  const checks = proofs.map(({ check }) => check)
  return { ...reading, checks, review: toReview(reasons) }
}

/** Skips values that are not printed. */
function runChecks(reading: InvoiceReading): CheckResult[] {
  const amounts = amountsOf(reading)
  const { taxes } = reading.totals
  const proofs = [
    checkRows(amounts),
    checkSum(amounts),
    checkQuantity(amounts),
    ...(taxes
      ? checkStatedTaxes(reading, taxes)
      : [...checkTaxes(amounts, reading), checkGrandTotal(amounts)]),
  ]
  return proofs.filter((proof) => proof !== undefined)
}

/** Other countries' tax rates are unknown, so only the grand total confirms their tax. */
function checkTaxes(
  amounts: Amounts,
  { date, currency }: InvoiceReading,
): (CheckResult | undefined)[] {
  if (currency !== null && currency !== 'IDR') return [checkTaxBase(amounts, undefined)]
  if (date === null) return []
  const rule = findTaxRule(date)
  const base = checkTaxBase(amounts, rule)
  const provedBase = base?.check.passed ? amounts.tax_base : null
  return [base, checkTax(amounts, rule, provedBase)]
}

function missingValues({ number, date, currency, buyer, lines, totals }: InvoiceReading): Reason[] {
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

/** Requires an amount on every line, and a quantity or a price only if other lines have one. */
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

/** Requires a total, because only a total shows that no line is missing. */
function missingTotal({ lines }: InvoiceReading, proofs: CheckResult[]): Reason[] {
  const hasTotal = proofs.some(({ check }) => check.name !== 'rows')
  if (hasTotal || lines.length === 0) return []
  return [message('total_missing', 'totals', {})]
}
