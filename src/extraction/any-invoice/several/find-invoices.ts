import type { InvoiceVocabulary } from '../../../domain/mapping/invoice-vocabulary.ts'
import type { PageRange } from '../../../domain/values/page-range.ts'
import type { Page } from '../../../domain/reading/reading.ts'
import { type OpenPage, openPage, type PageFacts, readPageFacts } from './page-facts.ts'

/** The invoices in a document that contains several. */
export interface FoundInvoices {
  /** First and last page of each invoice, in order. Together they cover the document. */
  ranges: PageRange[]
  /** Confidence in the least certain boundary, from 0 to 1. */
  confidence: number
}

/** Confidence in a boundary, by the kind of evidence. */
const confidences = { number_and_mark: 0.99, number: 0.95, title: 0.8, mark: 0.7 } as const

/** Documents with more pages are not searched, to bound the cost of the search. */
const maxPages = 500

/**
 * Finds the pages on which another invoice begins: a page with another labelled invoice number or, if a number is
 * missing, a page with an invoice title and a page count that restarts. A page with the same number continues the
 * invoice or is a copy of it. An annex without a labelled total belongs to the invoice before it, and a cover letter to
 * the invoice after it. Returns undefined if the document contains only one invoice.
 */
export function findInvoices(
  pages: readonly Page[],
  vocabulary: InvoiceVocabulary,
): FoundInvoices | undefined {
  if (pages.length < 2 || pages.length > maxPages) return undefined
  const readable = pages.map((page) => openPage(page, vocabulary))
  if (readable.filter(({ has_total }) => has_total).length < 2) return undefined
  const groups = groupPages(readable).filter(({ has_total }) => has_total)
  if (groups.length < 2) return undefined
  const starts = groups.map(({ start }, index) => (index === 0 ? 1 : start))
  return {
    ranges: starts.map((start, index) => [start, (starts[index + 1] ?? pages.length + 1) - 1]),
    confidence: Math.min(...groups.slice(1).map(({ confidence }) => confidence)),
  }
}

/** Consecutive pages of one invoice. */
interface PageGroup {
  start: number
  /** Invoice number on the first page. */
  number: string | null
  has_total: boolean
  last: PageFacts
  confidence: number
}

function groupPages(pages: readonly OpenPage[]): PageGroup[] {
  const groups: PageGroup[] = []
  for (const [index, page] of pages.entries()) {
    const facts = readPageFacts(page)
    const current = groups.at(-1)
    const confidence = current ? findBoundary(current, facts) : confidences.number
    if (current && confidence === undefined) extendGroup(current, facts)
    else groups.push(toGroup(index + 1, facts, confidence ?? 0))
  }
  return groups
}

function toGroup(start: number, facts: PageFacts, confidence: number): PageGroup {
  const { number, has_total } = facts
  return { start, number, has_total, last: facts, confidence }
}

function extendGroup(group: PageGroup, facts: PageFacts): void {
  group.number ??= facts.number
  group.has_total ||= facts.has_total
  group.last = facts
}

/**
 * Returns the confidence that an invoice begins on this page, or undefined if the page belongs to the current invoice.
 */
function findBoundary({ number, last }: PageGroup, facts: PageFacts): number | undefined {
  const { mark, has_title } = facts
  const isRestart = mark?.page === 1 && last.mark !== null && last.mark.page === last.mark.of
  if (number === null || facts.number === null)
    return isRestart && has_title ? confidences.mark : undefined
  if (number === facts.number) return undefined
  // One page count may span several invoices that were printed together.
  if (mark && mark.page !== 1) return has_title ? confidences.title : undefined
  return isRestart ? confidences.number_and_mark : confidences.number
}
