import type { InvoiceVocabulary } from '../../../domain/mapping/invoice-vocabulary.ts'
import type { Page } from '../../../domain/reading/reading.ts'
import { type TextDocument, readTextDocument } from '../../text/text-document.ts'
import { joinSpacedNumbers } from '../../values/spaced-numbers.ts'
import { isSupported } from '../header/confidence.ts'
import { decideDateOrder } from '../header/date-order.ts'
import { DateFinder } from '../header/dates.ts'
import { indexLabels } from '../header/label-index.ts'
import { findNumbers } from '../header/number-candidates.ts'
import { PageView } from '../header/page-view.ts'
import { rank, type RankedCandidate } from '../header/ranker.ts'
import { headerWeights } from '../header/weights.ts'
import { indexVocabulary } from '../labels/vocabulary-index.ts'
import { hasTitle } from '../looks-like-invoice.ts'
import { startsWithTotalLabel } from '../table/table-bodies.ts'

/** Evidence on one page for where an invoice begins and ends. */
export interface PageFacts {
  /** True if the page has an invoice title. */
  has_title: boolean
  /** The invoice number in normalised form, or null unless a label supports it. */
  number: string | null
  has_total: boolean
  /** `Page 1 of 2`, in any language. */
  mark: PageMark | null
}

export interface PageMark {
  page: number
  of: number
}

/** A page that is read like a separate document. */
export interface OpenPage {
  document: TextDocument
  vocabulary: InvoiceVocabulary
  has_total: boolean
}

export function openPage(page: Page, vocabulary: InvoiceVocabulary): OpenPage {
  // Sets the page number to 1, because the header reader expects the invoice number on the first page.
  const document = readTextDocument(joinSpacedNumbers([{ ...page, number: 1 }]))
  const { totals } = indexVocabulary(vocabulary)
  const has_total = document.lines.some((line) => startsWithTotalLabel(line, totals))
  return { document, vocabulary, has_total }
}

export function readPageFacts({ document, vocabulary, has_total }: OpenPage): PageFacts {
  const { titles } = indexVocabulary(vocabulary)
  const has_title = document.lines.some((line) => hasTitle(line, titles))
  return {
    has_title,
    number: findNumber(document, vocabulary, has_title),
    has_total,
    mark: findPageMark(document),
  }
}

/**
 * Returns the labelled invoice number. On a page without a title, accepts only a label such as `invoice number`,
 * because `no.` may label an order number.
 */
function findNumber(
  document: TextDocument,
  vocabulary: InvoiceVocabulary,
  hasPageTitle: boolean,
): string | null {
  const view = new PageView(document, indexVocabulary(vocabulary))
  const dates = new DateFinder(vocabulary, decideDateOrder(document).order)
  const numbers = findNumbers(view, indexLabels(vocabulary), dates)
  const [best] = rank(numbers, headerWeights.number)
  const isFound = best && isSupported('number', best) && (hasPageTitle || hasSureLabel(best))
  return isFound ? best.key : null
}

function hasSureLabel({ mentions }: RankedCandidate): boolean {
  return mentions.some((features) => features.some((name) => /^(in|left|above)_sure$/.test(name)))
}

/** A page mark without other text: `Page 1 of 2`, `Halaman: 1 dari 2`, `1/2`. */
const markPattern = /^(?:\p{L}+\.?\s*:?\s*)?(?<page>\d{1,3})\s*(?:\/|\p{L}{2,5})\s*(?<of>\d{1,3})$/u

function findPageMark({ segments }: TextDocument): PageMark | null {
  const marks = segments.flatMap(({ text }) => toPageMark(text) ?? [])
  // Two different marks on one page are not page numbers.
  const isOne = marks.every(({ page, of }) => page === marks[0]?.page && of === marks[0].of)
  return isOne ? (marks[0] ?? null) : null
}

function toPageMark(text: string): PageMark | undefined {
  const found = markPattern.exec(text.trim())?.groups
  const [page, of] = [Number(found?.['page']), Number(found?.['of'])]
  return page >= 1 && page <= of ? { page, of } : undefined
}
