import { z } from 'zod'
import type { FieldsReading } from '../fields/fields-reading.ts'
import type { HeatSheetReading } from '../heat-sheet/heat-sheet.ts'
import { FilingStatus, type InvoiceReading } from '../invoice/invoice.ts'
import { toFilingRule } from '../invoice/review-reasons.ts'
import type { Reading } from '../reading/reading.ts'

const Text = z.string().nullable()

/** The values that identify a document in lists and searches. */
export const Summary = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('invoice'),
      number: Text,
      date: Text.describe('Date: 2026-11-15.'),
      seller: Text,
      buyer: Text,
      total: Text.describe('Decimal: "1110.50".'),
      currency: Text,
      invoice_key: z
        .string()
        .optional()
        .describe('Seller and number in normalised form: equal for copies of an invoice.'),
      coretax: FilingStatus.optional().describe(
        'Whether the Coretax file is written: `ready`, once the document is approved (`confirm`), or once an error is fixed (`blocked`). Absent if the mapping writes none.',
      ),
      lacks_npwp: z
        .enum(['seller', 'buyer', 'both'])
        .optional()
        .describe('Companies whose NPWP is missing, even after the document is approved.'),
    }),
    z.object({
      kind: z.literal('heat_sheet'),
      meet: Text,
      date: Text.describe('Date of the session, or first day of the meet.'),
      swimmers: Text.describe('Requested swimmers, as named on the sheet.'),
    }),
    z.object({
      kind: z.literal('fields'),
      values: Text.describe('The first values of the requested object.'),
    }),
  ])
  .meta({ id: 'Summary' })
export type Summary = z.infer<typeof Summary>
type InvoiceSummary = Extract<Summary, { kind: 'invoice' }>

/** Summarises a reading. Returns null for plain text. */
export function summarise(
  reading: Reading | InvoiceReading | HeatSheetReading | FieldsReading,
): Summary | null {
  switch (reading.kind) {
    case 'text':
      return null
    case 'invoice': {
      const { kind, number, date, seller, buyer, totals, currency, filing } = reading
      const parties = { seller: seller.name, buyer: buyer.name }
      return shortenSummary({
        kind,
        number,
        date,
        ...parties,
        total: totals.grand_total,
        currency,
        ...(filing?.status && { coretax: filing.status }),
        ...describeMissingNumbers(reading),
      })
    }
    case 'fields':
      return shortenSummary({ kind: reading.kind, values: listFirstValues(reading.data) })
    case 'heat_sheet': {
      const { kind, meet_name: meet, meet_start, session_date, swimmers } = reading
      const names = swimmers.map(
        ({ requested, found: [first] }) => first?.swimmer_name ?? requested,
      )
      return shortenSummary({
        kind,
        meet,
        date: session_date ?? meet_start,
        swimmers: names.join(', '),
      })
    }
  }
}

const shownValues = 4

/** Joins an object's first values, for a list of documents. */
function listFirstValues(data: FieldsReading['data']): string {
  const values = Object.values(data).filter(
    (value) => typeof value === 'string' || typeof value === 'number',
  )
  return values.slice(0, shownValues).join(' · ')
}

function describeMissingNumbers({ review }: InvoiceReading): Pick<InvoiceSummary, 'lacks_npwp'> {
  const lacks = (role: 'seller' | 'buyer') =>
    review.reasons.some((reason) => toFilingRule(reason).code === `filing_${role}_npwp_missing`)
  if (lacks('seller') && lacks('buyer')) return { lacks_npwp: 'both' }
  if (lacks('seller')) return { lacks_npwp: 'seller' }
  return lacks('buyer') ? { lacks_npwp: 'buyer' } : {}
}

const maxLength = 200

/** Truncates values for display in a list and removes characters that the database rejects. */
export function shortenSummary(summary: Summary): Summary {
  const brief = Object.entries(summary).map(([key, words]) => [
    key,
    typeof words === 'string' ? shorten(words) : null,
  ])
  return Object.fromEntries(brief) as Summary
}

function shorten(words: string): string | null {
  const plain = words.replaceAll('\0', '')
  const brief = plain.length > maxLength ? `${plain.slice(0, maxLength - 1)}…` : plain
  return brief.toWellFormed() || null
}

/** Internal values that the search ignores. */
const unsearchable: readonly string[] = ['kind', 'invoice_key', 'coretax', 'lacks_npwp']

/** Returns the texts in a summary that the search covers. */
export function listSummaryText(summary: Summary | null): string[] {
  const words = Object.entries(summary ?? {}).filter(([key]) => !unsearchable.includes(key))
  return words.flatMap(([, text]) => text ?? [])
}
