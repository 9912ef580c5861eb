import type { Alternative, InvoiceReading } from '../../domain/invoice/invoice.ts'
import type { Reason } from '../../domain/invoice/review-reasons.ts'
import type { InvoiceVocabulary } from '../../domain/mapping/invoice-vocabulary.ts'
import type { Word } from '../../domain/reading/reading.ts'
import type { TextLocation } from '../text/location.ts'
import type { TextDocument } from '../text/text-document.ts'
import { readBuyerCodes } from './header/buyer-codes.ts'
import type { FieldChoice } from './header/choose-values.ts'
import { findCurrency } from './header/currency.ts'
import { findCandidates } from './header/find-candidates.ts'
import { listHeaderReasons } from './header/header-reasons.ts'
import { readPartyTaxNumbers } from './header/party-tax-numbers.ts'
import { indexLabels } from './header/label-index.ts'
import type { RankedCandidate } from './header/ranker.ts'
import { headerWeights } from './header/weights.ts'
import { indexVocabulary } from './labels/vocabulary-index.ts'
import { chooseWithAnswer } from './model/choose-with-answer.ts'
import type { VerifiedAnswer } from './model/verify-answer.ts'

type HeaderFields = Pick<
  InvoiceReading,
  'number' | 'date' | 'currency' | 'seller' | 'buyer' | 'evidence' | 'alternatives'
>

/** The fields outside the table, with their review reasons. */
export interface InvoiceHeader extends HeaderFields {
  reasons: Reason[]
}

const maxAlternatives = 3

/**
 * Extracts the number, date, currency and parties. Proposes candidates, ranks them by trained weights and returns the
 * most likely ones. A value that is too unlikely or has no evidence gets a review reason.
 */
export function readInvoiceHeader(
  document: TextDocument,
  vocabulary: InvoiceVocabulary,
  /** Words in the table, which are never header values. */
  table: ReadonlySet<Word> = new Set(),
  /** Values from a language model's response that occur on the page. */
  answered: VerifiedAnswer['values'] = {},
): InvoiceHeader {
  const found = findCandidates(document, vocabulary, { table })
  const choices = chooseWithAnswer(found, headerWeights, answered)
  const { number, date, seller, buyer } = choices
  const currency = findCurrency(found.view, indexLabels(vocabulary), indexVocabulary(vocabulary))
  const { code, tin } = readBuyerCodes(document, vocabulary, table)
  const tins = readPartyTaxNumbers(found.view, {
    keys: { seller: sureKey(seller), buyer: sureKey(buyer) },
    names: found.party,
  })
  const buyerTin = tin ?? tins.buyer
  const isDateSure = date.is_sure && !choices.is_order_unclear
  const ranked = {
    number,
    date: { ...date, is_sure: isDateSure },
    'seller.name': seller,
    'buyer.name': buyer,
  }
  return {
    number: number.value?.value ?? null,
    date: date.value?.value ?? null,
    currency: currency?.value ?? null,
    seller: { name: seller.value?.value ?? null, tin: tins.seller?.value ?? null },
    buyer: {
      name: buyer.value?.value ?? null,
      code: code?.value ?? null,
      address: null,
      tin: buyerTin?.value ?? null,
    },
    evidence: {
      ...collectEvidence(ranked),
      ...toEvidence('currency', currency && { ...currency, is_sure: currency.doubt === 'none' }),
      ...toEvidence('buyer.code', code),
      ...toEvidence('seller.tin', tins.seller),
      ...toEvidence('buyer.tin', buyerTin),
    },
    alternatives: {
      ...collectAlternatives(ranked, choices.is_order_unclear),
      ...(currency && currency.others.length > 0 && { currency: currency.others }),
    },
    reasons: listHeaderReasons(choices, currency),
  }
}

/** Returns nothing for an uncertain name, because its tax number would remain if the user corrects the name. */
function sureKey({ value, is_sure }: FieldChoice): string | undefined {
  return is_sure ? value?.key : undefined
}

function collectEvidence(choices: Record<string, FieldChoice>): InvoiceReading['evidence'] {
  return Object.entries(choices).reduce(
    (evidence, [path, { value, is_sure, is_from_model }]) => ({
      ...evidence,
      ...toEvidence(path, value && { location: value.location, is_sure, is_from_model }),
    }),
    {},
  )
}

function toEvidence(
  path: string,
  found:
    | { location: TextLocation; is_sure: boolean; is_from_model?: boolean | undefined }
    | undefined,
): InvoiceReading['evidence'] {
  if (!found) return {}
  const confidence = found.is_sure ? 0.9 : 0.5
  return {
    [path]: { ...found.location, confidence, source: found.is_from_model ? 'llm' : 'generic' },
  }
}

/**
 * Omits less likely numbers and names, which would only distract. Dates have no minimum, because any date on the page
 * may be the right one.
 */
const minProbability = 0.001

/** Returns the best other candidates for each field, so that the user can choose one. */
function collectAlternatives(
  { date, ...others }: Record<'date', FieldChoice> & Record<string, FieldChoice>,
  isOrderUnclear: boolean,
): Record<string, Alternative[]> {
  const swapped = isOrderUnclear && date.value ? [swapDayAndMonth(date.value)] : []
  const lists = Object.entries({ date, ...others }).map(([path, { rivals }]) => {
    const likely = rivals.filter(({ probability }) => probability >= minProbability)
    const all = path === 'date' ? [...swapped, ...rivals] : likely
    return [path, all.slice(0, maxAlternatives).map(toAlternative)] as const
  })
  return Object.fromEntries(lists.filter(([, list]) => list.length > 0))
}

function swapDayAndMonth(date: RankedCandidate): RankedCandidate {
  return { ...date, value: date.value.replace(/-(\d\d)-(\d\d)$/, '-$2-$1') }
}

function toAlternative({ value, location, label }: RankedCandidate): Alternative {
  return { value, ...location, ...(label !== undefined && { label }) }
}
