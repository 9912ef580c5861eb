import type { PartyPair } from './choose-parties.ts'
import type { RankedField } from './find-candidates.ts'
import type { RankedCandidate } from './ranker.ts'

/**
 * Minimum probability at which a value with supporting evidence needs no review. Chosen by cross-validation over
 * layouts so that at most 1% of the accepted values were wrong.
 */
const thresholds: Record<RankedField, number> = {
  number: 0.8,
  date: 0.85,
  seller: 0.8,
  buyer: 0.8,
}
/**
 * Minimum probability for one-word names. The threshold is higher than for other names, because any cell next to a
 * label may look like a one-word name.
 */
const oneWordThreshold = 0.95
/** A buyer without a label needs at least this probability and an address below the name. */
const unlabelledThreshold = 0.9
/** Minimum probability for the only company that no label assigns to a party, if a label names the buyer. */
const soleThreshold = 0.7
/**
 * Minimum probability for a name below the sender's address in small print, and for a company if another company holds
 * the bank account and is therefore the seller.
 */
const distinctThreshold = 0.8

/**
 * True if the value is probable enough and has other evidence, because a softmax can be almost certain about a lone
 * wrong candidate.
 */
export function isSupported(
  field: RankedField,
  value: RankedCandidate,
  parties: Partial<PartyPair> = {},
): boolean {
  const isParty = field === 'seller' || field === 'buyer'
  const isShort = isParty && value.features.includes('one_word')
  const usual = value.features.includes('sole_company') ? soleThreshold : thresholds[field]
  const threshold = isShort ? Math.max(usual, oneWordThreshold) : usual
  return (
    value.probability >= threshold &&
    !value.features.includes('may_continue') &&
    !(isParty && isPersonWithPlace(value.features)) &&
    value.mentions.some((features) => supports[field](features, parties))
  )
}

/** True for `Bpk. Slamet, Bantul`: the text after a person's name may be a place. */
function isPersonWithPlace(features: readonly string[]): boolean {
  return ['person', 'comma'].every((name) => features.includes(name))
}

type Support = (features: readonly string[], parties: Partial<PartyPair>) => boolean

const supports: Record<RankedField, Support> = {
  number: (features) =>
    (features.some((name) => /^(in|left|above)_(sure|likely|title)(_far)?$/.test(name)) ||
      isInvoiceReference(features)) &&
    !features.includes('cut') &&
    !features.includes('lower_start') &&
    // A word after the number may be part of the number, unless it is a date.
    (!features.includes('words_follow') || features.includes('date_follows')),
  date: (features) =>
    !features.includes('foreign_label') &&
    (features.some((name) =>
      /^(in|left|above)_(sure|likely|titled|title|number)(_far)?$/.test(name),
    ) ||
      features.includes('title_before') ||
      features.includes('place_before') ||
      isLoneDate(features)),
  seller: (features, { buyer }) =>
    (isInSection(features, 'seller') && !isSignature(features)) ||
    features.includes('sender_line') ||
    (features.includes('no_section') &&
      (!features.includes('below_table') ||
        features.includes('payee') ||
        features.includes('sole_company') ||
        isRepeatedCompany(features)) &&
      !features.includes('first_part') &&
      (features.includes('domain') ||
        features.includes('payee') ||
        features.includes('sole_company') ||
        features.includes('holds_account') ||
        features.includes('again_at_foot') ||
        (features.includes('head_0_') &&
          (features.includes('only_contact') || isLargestName(features))) ||
        features.includes('no_section_b') ||
        isInSection(buyer?.features ?? [], 'buyer'))),
  buyer: (features, { buyer, seller }) =>
    isInSection(features, 'buyer') ||
    (isAddressHead(features) &&
      !isBelow(seller, buyer) &&
      (buyer?.probability ?? 0) >= findUnlabelledThreshold(features, seller)),
}

/**
 * True for `Referensi: INV/2025/0098`. Some programs have no separate label for the invoice number and print it like
 * this.
 */
function isInvoiceReference(features: readonly string[]): boolean {
  const isReference = features.some((name) => /^(in|left|above)_other$/.test(name))
  return isReference && ['contains_inv', 'separated'].every((it) => features.includes(it))
}

/** True for the only date without a label, if labels assign every other date to something else. */
function isLoneDate(features: readonly string[]): boolean {
  const isOnly = features.includes('only') || features.includes('only_open')
  const isAtHead = features.includes('top') || features.includes('upper')
  const labels = features.filter((name) => /^(in|left|above)_/.test(name))
  const isBelowValue = features.includes('value_above')
  const isFree = labels.every(
    (name) =>
      /^left_(?:unknown|else)_far$/.test(name) ||
      (isBelowValue && /^above_unknown(_x)?$/.test(name)),
  )
  return isOnly && isFree && (isAtHead || features.includes('no_label'))
}

function findUnlabelledThreshold(
  features: readonly string[],
  seller: RankedCandidate | undefined,
): number {
  const isCompanyHead = features.includes('block_head') && features.includes('legal_form')
  const isOther = isCompanyHead && seller?.features.includes('payee')
  return isOther || features.includes('below_sender') ? distinctThreshold : unlabelledThreshold
}

/** True for a person below the totals, as in `Penagih, Mega Lestari`, where the label identifies the signer. */
function isSignature(features: readonly string[]): boolean {
  return features.includes('below_table') && !features.includes('legal_form')
}

/**
 * True for a company name that is repeated with a signature and a bank account, as on invoices whose letterhead is an
 * image.
 */
function isRepeatedCompany(features: readonly string[]): boolean {
  return features.includes('legal_form') && features.includes('again')
}

/** True for a letterhead: the largest type on the page above an address. */
function isLargestName(features: readonly string[]): boolean {
  return ['large', 'largest', 'address_below'].every((name) => features.includes(name))
}

/** True for the first line of an address block that no label assigns to another party. */
function isAddressHead(features: readonly string[]): boolean {
  const isHead = ['block_head', 'below_sender', 'legal_form'].some((it) => features.includes(it))
  return isHead && features.includes('no_section') && features.includes('address_below')
}

/** True if the seller's address is below the buyer's, and no label assigns either. They may be swapped. */
function isBelow(seller: RankedCandidate | undefined, buyer: RankedCandidate | undefined): boolean {
  if (!seller || !buyer || !isAddressHead(seller.features)) return false
  const [one, other] = [seller.location, buyer.location]
  return one.page === other.page && one.box[1] > other.box[3]
}

/** True if a label marks the value as this party's name and not as a delivery address. */
function isInSection(features: readonly string[], role: 'seller' | 'buyer'): boolean {
  return features.includes(`section_${role}`)
}

/** Alternatives below this probability are not rivals, because other features already rule them out. */
const rivalProbability = 0.03

/** True if equally strong labels name different values: `Invoice no: A-17` and `Invoice no: B-18`. */
export function isEquallyLabelled(value: RankedCandidate, rival: RankedCandidate): boolean {
  const role = findLabelRole(value.features)
  const isDate = rival.features.includes('in_date')
  const isRival = rival.key !== value.key && rival.probability >= rivalProbability && !isDate
  return isRival && role !== undefined && findLabelRole(rival.features) === role
}

/** True if payment would be due before the invoice date, so the labels may be swapped. */
export function isDueBefore(date: RankedCandidate, rival: RankedCandidate): boolean {
  const isDue = rival.features.some((name) => /^(in|left|above)_due$/.test(name))
  return isDue && rival.value < date.value
}

/** Returns the nearest label's role if it names the value. */
function findLabelRole(features: readonly string[]): string | undefined {
  const nearest = features.find((name) => /^(in|left|above)_(sure|likely|titled)$/.test(name))
  return nearest?.split('_')[1]
}
