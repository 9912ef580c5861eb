import { checkInvoice } from '../../domain/invoice/check-invoice.ts'
import type { InvoiceReading } from '../../domain/invoice/invoice.ts'
import type { InvoiceLayout } from '../../domain/mapping/invoice-layout.ts'
import type { Page } from '../../domain/reading/reading.ts'
import { countDateOrders, voteDateOrder } from '../values/dates.ts'
import { toFieldEvidence } from './evidence.ts'
import { checkExpectations } from './expectations.ts'
import { countNumberStyles, voteNumberStyle } from '../values/numbers.ts'
import { type Fields, readFields } from './read-fields.ts'
import { readLines } from './read-lines.ts'
import { findRegions } from './table-regions.ts'
import { readTotals } from './read-totals.ts'
import { joinSpacedNumbers } from '../values/spaced-numbers.ts'
import { readTextDocument } from '../text/text-document.ts'
import type { TraceStep, Trace } from './trace.ts'

/**
 * Reads an invoice with a mapping's layout:
 * 1. Joins numbers such as `1 234,56`, then builds lines and segments.
 * 2. Determines the number style and date order by vote.
 * 3. Reads header fields beside, below or above their labels.
 * 4. Finds the header row and the table body on each page.
 * 5. Fits the columns to the white space between them, and aligns words to columns.
 * 6. Groups lines into items across wraps and page breaks, and reads their cells.
 * 7. Reads the totals, then checks rows, sums, tax base, tax, grand total and the other expectations of the layout.
 * A missing value is null, and a failed check becomes a review reason. No code here is specific to a company.
 */
export function readInvoice(pages: Page[], layout: InvoiceLayout, trace?: Trace): InvoiceReading {
  const joined = joinSpacedNumbers(pages)
  const document = readTextDocument(joined)
  const words = joined.flatMap((page) => page.words.map(({ text }) => text))
  const style = layout.numbers === 'auto' ? voteNumberStyle(words) : layout.numbers
  const order = voteDateOrder(words)
  trace?.({ step: 'numbers', style: style ?? null, votes: countNumberStyles(words) })
  trace?.({ step: 'dates', order, votes: countDateOrders(words) })
  const fields = readFields(layout.fields, document, order, trace)
  const regions = findRegions(layout.table, document.lines, trace)
  const unassignedLines: string[] = []
  const table = readLines(layout.table, regions, style, layout.expect ? traceLines : trace)
  const { totals, evidence } = readTotals(layout.totals, document, style, trace)
  const reading: InvoiceReading = {
    kind: 'invoice',
    ...toHeaderFields(fields),
    lines: table.lines,
    totals,
    checks: [],
    review: { needed: false, reasons: [] },
    evidence: { ...collectEvidence(fields), ...table.evidence, ...evidence },
  }
  const reasons = checkExpectations(layout, {
    document,
    reading,
    regions,
    order,
    style,
    unassignedLines,
  })
  return checkInvoice({ ...reading, review: { needed: false, reasons } })

  function traceLines(step: TraceStep): void {
    if (step.step === 'line' && (step.role === 'adds' || step.role === 'remark'))
      unassignedLines.push(step.text)
    trace?.(step)
  }
}

function toHeaderFields(fields: Fields) {
  const value = (name: keyof Fields) => fields[name]?.value ?? null
  return {
    number: value('number'),
    date: value('date'),
    currency: value('currency'),
    seller: { name: value('seller.name'), tin: value('seller.tin') },
    buyer: {
      name: value('buyer.name'),
      code: value('buyer.code'),
      address: value('buyer.address'),
      tin: value('buyer.tin'),
    },
  }
}

function collectEvidence(fields: Fields): InvoiceReading['evidence'] {
  const entries = Object.entries(fields).map(
    ([name, found]) => [name, toFieldEvidence(found)] as const,
  )
  return Object.fromEntries(entries.flatMap(([name, found]) => (found ? [[name, found]] : [])))
}
