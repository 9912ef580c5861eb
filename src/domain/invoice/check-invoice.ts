import { type Amounts, readAmounts } from './amounts.ts'
import { checkRows } from './check-rows.ts'
import { checkInstalment } from './check-instalment.ts'
import { checkStatedTaxes } from './check-stated-taxes.ts'
import { checkGrandTotal, checkQuantity, checkSum, checkTax, checkTaxBase } from './check-totals.ts'
import type { InvoiceReading } from './invoice.ts'
import { isRecomputed, type CheckResult, type Reason, toReview } from './review-reasons.ts'
import { message } from '../messages/message.ts'
import { findTaxRule } from './tax.ts'

/**
 * Repeats the checks and replaces their review reasons. Keeps other reasons. Never changes values: inconsistencies are
 * reported, not corrected.
 */
export function checkInvoice(reading: InvoiceReading): InvoiceReading {
  const results = runChecks(reading)
  const reasons = [
    ...reading.review.reasons.filter(({ code }) => !isRecomputed(code)),
    ...listMissingValues(reading),
    ...results.flatMap(({ failures }) => failures),
    ...listMissingTotal(reading, results),
    ...checkInstalment(readAmounts(reading)),
  ]
  const checks = results.map(({ check }) => check)
  return { ...reading, checks, review: toReview(reasons) }
}

/** Runs each check for which the invoice states the values. */
function runChecks(reading: InvoiceReading): CheckResult[] {
  const amounts = readAmounts(reading)
  const { taxes } = reading.totals
  const results = [
    checkRows(amounts),
    checkSum(amounts),
    checkQuantity(amounts),
    ...(taxes
      ? checkStatedTaxes(reading, taxes)
      : [...checkTaxes(amounts, reading), checkGrandTotal(amounts)]),
  ]
  return results.filter((result) => result !== undefined)
}

/** Checks Indonesian taxes. Other countries' rates are unknown, so only the grand total confirms their tax. */
function checkTaxes(
  amounts: Amounts,
  { date, currency }: InvoiceReading,
): (CheckResult | undefined)[] {
  if (currency !== null && currency !== 'IDR') return [checkTaxBase(amounts, undefined)]
  if (date === null) return []
  const rule = findTaxRule(date)
  const base = checkTaxBase(amounts, rule)
  const confirmedBase = base?.check.passed ? amounts.tax_base : null
  return [base, checkTax(amounts, rule, confirmedBase)]
}

function listMissingValues({
  number,
  date,
  currency,
  buyer,
  lines,
  totals,
}: InvoiceReading): Reason[] {
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
  return [...missingFields, ...listMissingCells(lines)]
}

/** Lists missing cells. Every line needs an amount, but it needs a quantity or a price only if other lines have one. */
function listMissingCells(lines: InvoiceReading['lines']): Reason[] {
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

/** Reports a missing total, because only a total shows that no line is missing. */
function listMissingTotal({ lines }: InvoiceReading, results: CheckResult[]): Reason[] {
  const hasTotal = results.some(({ check }) => check.name !== 'rows')
  if (hasTotal || lines.length === 0) return []
  return [message('total_missing', 'totals', {})]
}
