import type { FeatureWeights } from './candidate.ts'
import { findCompanyOfBrand } from './company-of-brand.ts'
import { chooseParties, type PartyPair } from './choose-parties.ts'
import { isDueBefore, isEquallyLabelled, isSupported } from './confidence.ts'
import type { HeaderCandidates, RankedField } from './find-candidates.ts'
import { type RankedCandidate, rank } from './ranker.ts'

export type HeaderWeights = Readonly<Record<RankedField, FeatureWeights>>

/** The chosen field value, or undefined if the pages probably do not contain the field. */
export interface FieldChoice {
  value: RankedCandidate | undefined
  /** The other candidates, most likely first. */
  rivals: RankedCandidate[]
  /** True if the value needs no review. */
  is_sure: boolean
  /** True if a language model proposed the value. */
  is_from_model?: boolean
}

export interface HeaderChoices extends Record<RankedField, FieldChoice> {
  /** True if the date's day and month could be swapped. */
  is_order_unclear: boolean
}

export function chooseValues(found: HeaderCandidates, weights: HeaderWeights): HeaderChoices {
  const numbers = rank(found.number, weights.number)
  const dates = rank(found.date, weights.date)
  const sellers = rank(found.party, weights.seller)
  const buyers = rank(found.party, weights.buyer)
  const parties = chooseParties(sellers, buyers)
  const date = findLikeliest(dates)
  const is_order_unclear =
    !found.date_order.is_certain &&
    found.date.some(({ key, is_ambiguous }) => key === date?.key && is_ambiguous)
  const choose = (
    field: RankedField,
    value: RankedCandidate | undefined,
    ranked: RankedCandidate[],
  ): FieldChoice => ({
    value,
    rivals: ranked.filter(({ key }) => key !== value?.key),
    is_sure:
      value !== undefined &&
      isSupported(field, value, parties) &&
      !ranked.some((rival) => isEquallyLabelled(value, rival)) &&
      !ranked.some((rival) => field === 'date' && isDueBefore(value, rival)),
  })
  return {
    number: choose('number', findLikeliest(numbers), numbers),
    date: choose('date', date, dates),
    seller: toCompany(choose('seller', parties.seller, sellers), parties, found),
    buyer: choose('buyer', parties.buyer, buyers),
    is_order_unclear,
  }
}

/** Replaces a brand with the company that owns it. The probability of the brand counts for the company. */
function toCompany(
  seller: FieldChoice,
  parties: PartyPair,
  { view, names, party }: HeaderCandidates,
): FieldChoice {
  const search = { view, forms: names.forms, names: party }
  const brand = seller.value
  const company = brand && findCompanyOfBrand(brand, parties.buyer, search)
  if (!company) return seller
  const named = seller.rivals.find(({ key }) => key === company.key)
  if (!named) return { ...seller, value: company }
  const value = {
    ...named,
    probability: brand.probability + named.probability,
    mentions: [...named.mentions, ...brand.mentions],
  }
  return {
    value,
    rivals: seller.rivals.filter((it) => it !== named),
    is_sure: isSupported('seller', value, parties),
  }
}

function findLikeliest(ranked: RankedCandidate[]): RankedCandidate | undefined {
  const none = 1 - ranked.reduce((sum, { probability }) => sum + probability, 0)
  const [best] = ranked
  return best && best.probability >= none ? best : undefined
}
