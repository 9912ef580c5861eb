import { z } from 'zod'
import type { HeatSheetReading } from '../heat-sheet/heat-sheet.ts'
import type { InvoiceReading } from '../invoice/invoice.ts'
import type { Reading } from '../reading/reading.ts'

const Text = z.string().nullable()

/** A document's distinguishing values, for lists and search. */
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
    }),
    z.object({
      kind: z.literal('heat_sheet'),
      meet: Text,
      date: Text.describe('Date of the session, or first day of the meet.'),
      swimmers: Text.describe('Requested swimmers, as named on the sheet.'),
    }),
  ])
  .meta({ id: 'Summary' })
export type Summary = z.infer<typeof Summary>

/** Returns null for plain text. */
export function summarise(reading: Reading | InvoiceReading | HeatSheetReading): Summary | null {
  switch (reading.kind) {
    case 'text':
      return null
    case 'invoice': {
      const { kind, number, date, seller, buyer, totals, currency } = reading
      const parties = { seller: seller.name, buyer: buyer.name }
      return shortenSummary({ kind, number, date, ...parties, total: totals.grand_total, currency })
    }
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

const maxLength = 200

/** Limits values to the width of a list and removes characters that the database rejects. */
export function shortenSummary(summary: Summary): Summary {
  const brief = Object.entries(summary).map(([key, words]) => [
    key,
    words === null ? null : shorten(words),
  ])
  return Object.fromEntries(brief) as Summary
}

function shorten(words: string): string | null {
  const plain = words.replaceAll('\0', '')
  const brief = plain.length > maxLength ? `${plain.slice(0, maxLength - 1)}…` : plain
  return brief.toWellFormed() || null
}

/** Returns the searchable text: all values except the kind. */
export function listSummaryText(summary: Summary | null): string[] {
  const { kind: _, ...value } = summary ?? { kind: null }
  return Object.values(value).filter((words) => words !== null)
}
