import type { InvoiceVocabulary } from '../../../domain/mapping/invoice-vocabulary.ts'
import type { TextDocument } from '../../text/text-document.ts'
import { indexVocabulary } from '../labels/vocabulary-index.ts'
import type { Candidate } from './candidate.ts'
import { type DateCandidate, findDates } from './date-candidates.ts'
import { decideDateOrder, type DateOrderDecision } from './date-order.ts'
import { DateFinder } from './dates.ts'
import { indexLabels } from './label-index.ts'
import { findNumbers } from './number-candidates.ts'
import { PageView, type TableContext } from './page-view.ts'
import { findPartyNames } from './party-candidates.ts'
import { NameFinder } from './party-names.ts'

/** Fields whose values a trained ranker chooses. */
export const rankedFields = ['number', 'date', 'seller', 'buyer'] as const
export type RankedField = (typeof rankedFields)[number]

export interface HeaderCandidates {
  number: Candidate[]
  date: DateCandidate[]
  /** Names that may belong to either party. The ranker has separate weights for seller and buyer. */
  party: Candidate[]
  date_order: DateOrderDecision
  view: PageView
  names: NameFinder
}

export function findCandidates(
  document: TextDocument,
  vocabulary: InvoiceVocabulary,
  context: TableContext = {},
): HeaderCandidates {
  const index = indexVocabulary(vocabulary)
  const labels = indexLabels(vocabulary)
  const date_order = decideDateOrder(document)
  const dates = new DateFinder(vocabulary, date_order.order)
  const view = new PageView(document, index, context)
  const names = new NameFinder(vocabulary, labels, index, dates)
  return {
    number: findNumbers(view, labels, dates),
    date: findDates(view, labels, dates),
    party: findPartyNames(view, labels, names),
    date_order,
    view,
    names,
  }
}
