import type { Parties } from './choose-parties.ts'
import type { RankedField } from './find-candidates.ts'
import type { Ranked } from './ranker.ts'

/**
 * Probability above which a supported value needs no review. Chosen by cross-validation over layouts: above it, at most
 * 1 % of the values were wrong.
 */
const thresholds: Record<RankedField, number> = {
  number: 0.8,
  date: 0.85,
  seller: 0.8,
  buyer: 0.8,
}
/** A name of one word may be any cell beside a label. */
const oneWordThreshold = 0.95
/** Without a label, a buyer needs an address below the name and this probability. */
const unlabelledThreshold = 0.9

/** Whether a value is likely enough and has evidence of its own: a softmax is certain of a lone wrong candidate. */
export function isSupported(
  field: RankedField,
  value: Ranked,
  parties: Partial<Parties> = {},
): boolean {
  const isParty = field === 'seller' || field === 'buyer'
  const isShort = isParty && value.features.includes('one_word')
  const threshold = isShort ? Math.max(thresholds[field], oneWordThreshold) : thresholds[field]
  return (
    value.probability >= threshold &&
    value.mentions.some((features) => supports[field](features, parties))
  )
}

type Support = (features: readonly string[], parties: Partial<Parties>) => boolean

const supports: Record<RankedField, Support> = {
  number: (features) =>
    features.some((name) => /^(in|left|above)_(sure|likely|title)(_far)?$/.test(name)) &&
    !features.includes('cut') &&
    !features.includes('lower_start') &&
    // A word behind the number may be part of it.
    (!features.includes('words_follow') || features.includes('date_follows')),
  date: (features) =>
    !features.includes('foreign_label') &&
    (features.some((name) =>
      /^(in|left|above)_(sure|likely|titled|title|number)(_far)?$/.test(name),
    ) ||
      features.includes('title_before')),
  seller: (features, { buyer }) =>
    hasSection(features, 'seller') ||
    features.includes('sender_line') ||
    (features.includes('no_section') &&
      !features.includes('first_part') &&
      (features.includes('domain') ||
        features.includes('no_section_b') ||
        hasSection(buyer?.features ?? [], 'buyer'))),
  buyer: (features, { buyer }) =>
    hasSection(features, 'buyer') ||
    (isAddressed(features) && (buyer?.probability ?? 0) >= unlabelledThreshold),
}

/** The head of an address block that no label gives to someone else. */
function isAddressed(features: readonly string[]): boolean {
  const isHead = features.includes('block_head') || features.includes('legal_form')
  return isHead && features.includes('no_section') && features.includes('address_below')
}

/** Named by a label of this party, not by one of a delivery address. */
function hasSection(features: readonly string[], role: 'seller' | 'buyer'): boolean {
  return features.includes(`section_${role}`)
}

/** Below this, other features tell the two apart. */
const rivalProbability = 0.03

/** `Invoice no: A-17` and `Invoice no: B-18`: equally strong labels give different values. */
export function isEquallyLabelled(value: Ranked, rival: Ranked): boolean {
  const role = labelRole(value.features)
  const isRival = rival.key !== value.key && rival.probability >= rivalProbability
  return isRival && role !== undefined && labelRole(rival.features) === role
}

/** Role of the nearest label if it names the value. */
function labelRole(features: readonly string[]): string | undefined {
  const nearest = features.find((name) => /^(in|left|above)_(sure|likely|titled)$/.test(name))
  return nearest?.split('_')[1]
}
