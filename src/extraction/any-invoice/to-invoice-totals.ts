import type { InvoiceTotals } from '../../domain/invoice/invoice.ts'
import type { Evidence } from '../../domain/reading/evidence.ts'
import { decimal, formatDecimal, sum } from '../../domain/values/decimal.ts'
import { isClose } from './numerals/tolerance.ts'
import { toEvidence } from './table/row-text.ts'
import type { TotalAmount } from './totals/candidates.ts'
import { applySign } from './totals/equations.ts'
import type { TotalsExplanation } from './totals/explanation.ts'
import { trimLabel } from './totals/labelled-amounts.ts'

/** Converts an explanation of the totals to invoice totals, with evidence keyed by path. */
export function toInvoiceTotals(explanation: TotalsExplanation): {
  totals: InvoiceTotals
  evidence: Record<string, Evidence>
} {
  const { grand_total, taxes, extras, withheld, tax_base, instalment } = explanation
  const evidence: Record<string, Evidence> = {}
  const record = (path: string, amount: TotalAmount | undefined): string | null => {
    if (!amount) return null
    const { numeral } = amount
    evidence[path] = toEvidence(numeral.words, numeral.page)
    return numeral.text
  }
  const recordAs = (path: string, amount: TotalAmount, value: number): string => {
    record(path, amount)
    return formatAmount(value)
  }
  const charges = extras.filter((it) => !it.roles.withheld)
  return {
    totals: {
      subtotal:
        record('totals.subtotal', findPrintedSubtotal(explanation)) ?? computeSubtotal(explanation),
      tax_base: record('totals.tax_base', tax_base),
      tax: record('totals.tax', taxes.at(-1)) && sumTaxes(taxes),
      grand_total: record('totals.grand_total', grand_total),
      charges: charges.map((it, index) => ({
        name: trimLabel(it.label),
        amount: recordAs(`totals.charges.${index}.amount`, it, applySign(it, explanation.sum)),
      })),
      withheld: withheld.map((it, index) => ({
        name: trimLabel(it.label),
        amount: recordAs(`totals.withheld.${index}.amount`, it, Math.abs(it.value)),
      })),
      ...(instalment && { instalment: record('totals.instalment', instalment) ?? undefined }),
    },
    evidence,
  }
}

/** Returns the printed net amount if prices include tax, and the printed sum of the lines if they do not. */
function findPrintedSubtotal({
  isTaxIncluded,
  net,
  subtotal,
  grand_total,
  extras,
}: TotalsExplanation): TotalAmount | undefined {
  // If a charge follows, the sum of the lines is not the total, although it includes tax.
  const isSubtotal = (subtotal?.roles.subtotal ?? 0) >= 0.8 || extras.length > 0
  const gross = isSubtotal ? subtotal : undefined
  const printed = isTaxIncluded ? (net ?? gross) : subtotal
  return printed?.numeral === grand_total?.numeral ? undefined : printed
}

/** Returns the sum of the lines, although it is not printed, if it and the tax or charges add up to the grand total. */
function computeSubtotal(explanation: TotalsExplanation): string | null {
  const { isTaxIncluded, isFromLabels, grand_total, sum: total } = explanation
  if (isTaxIncluded || isFromLabels || !grand_total) return null
  return isClose(grand_total.value, total) ? null : formatAmount(total)
}

function sumTaxes(taxes: TotalAmount[]): string {
  return formatDecimal(
    sum(taxes.map((tax) => decimal(tax.isComputed ? formatAmount(tax.value) : tax.numeral.text))),
  )
}

/** Rounds to four decimals, the maximum for an amount. */
function formatAmount(value: number): string {
  return isClose(value, Math.round(value), 1e-6)
    ? String(Math.round(value))
    : value.toFixed(4).replace(/0+$/, '')
}
