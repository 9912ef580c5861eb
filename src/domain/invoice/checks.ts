import { type Amounts, amountsOf } from './amounts.ts'
import { checkRows } from './check-rows.ts'
import { checkInstalment } from './check-instalment.ts'
import { checkStatedTaxes } from './check-stated-taxes.ts'
import { checkGrandTotal, checkQuantity, checkSum, checkTax, checkTaxBase } from './check-totals.ts'
import { isOfCheck, type InvoiceReading } from './invoice.ts'
import { type Proof, type Reason, reviewOf } from './proof.ts'
import { say } from '../i18n/say.ts'
import { taxRuleOn } from './tax.ts'

/** Whether a reason is found anew each time: no word of a person settles it, only what adds up. */
export function isReckoned(code: string): boolean {
  return isOfCheck(code) || ['missing', 'unproved', 'instalment'].includes(code)
}

/**
 * The reading with its checks made anew and the reasons for a review that follow from them; what others have
 * found stays. Nothing that was read is changed: what does not add up is shown, never corrected.
 */
export function prove(reading: InvoiceReading): InvoiceReading {
  const proofs = proofsOf(reading)
  const reasons = [
    ...reading.review.reasons.filter(({ code }) => !isReckoned(code)),
    ...missing(reading),
    ...proofs.flatMap(({ failures }) => failures),
    ...unproved(reading, proofs),
    ...checkInstalment(amountsOf(reading)),
  ]
  const checks = proofs.map(({ check }) => check)
  return { ...reading, checks, review: reviewOf(reasons) }
}

/** What is not printed is not checked. */
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

/** The tax rates of other countries are not known here: there the grand total alone proves the tax. */
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
    { name: say`Invoice number`, path: 'number', value: number },
    { name: say`Date`, path: 'date', value: date },
    { name: say`Currency`, path: 'currency', value: currency },
    { name: say`Name of the buyer`, path: 'buyer.name', value: buyer.name },
    { name: say`Lines`, path: 'lines', value: lines.length === 0 ? null : lines },
    { name: say`Grand total`, path: 'totals.grand_total', value: totals.grand_total },
  ]
  const missingFields = fields
    .filter(({ value }) => value === null)
    .map(({ name, path }) => ({
      code: 'missing',
      message: say`${name}: not found on the invoice.`,
      path,
    }))
  return [...missingFields, ...missingCells(lines)]
}

/** Every line has an amount; a quantity or a price is missing only where other lines have one. */
function missingCells(lines: InvoiceReading['lines']): Reason[] {
  const columns = [
    { name: say`quantity`, key: 'quantity' },
    { name: say`price`, key: 'unit_price' },
    { name: say`amount`, key: 'amount' },
  ] as const
  const expected = columns.filter(
    ({ key }) => key === 'amount' || lines.some((line) => line[key] !== null),
  )
  return lines.flatMap((line, index) =>
    expected
      .filter(({ key }) => line[key] === null)
      .map(({ name, key }) => ({
        code: 'missing',
        message: say`Line ${index + 1} has no ${name}.`,
        path: `lines.${index}.${key}`,
      })),
  )
}

/** Only a total shows that no line was lost. */
function unproved({ lines }: InvoiceReading, proofs: Proof[]): Reason[] {
  const hasTotal = proofs.some(({ check }) => check.name !== 'rows')
  if (hasTotal || lines.length === 0) return []
  const message = say`No total was found that would show that all lines are there.`
  return [{ code: 'unproved', message, path: 'totals' }]
}
