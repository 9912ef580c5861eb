import type {
  InvoiceLayout,
  Locator,
  RepeatedField,
  Rule,
} from '../../domain/mapping/invoice-layout.ts'
import type { InvoiceVocabulary } from '../../domain/mapping/invoice-vocabulary.ts'
import { coverExamples } from './rules/cover-examples.ts'
import type { Example } from './example/example.ts'
import { isMisleadingLabel, isSureLabel } from './rules/label-hints.ts'
import { proposeRules } from './rules/propose-rules.ts'
import { rankRules, type RankedRule, getRuleLabel } from './rules/rank-rules.ts'

type LabelledField = RepeatedField | 'buyer.code'

const labelledFields: readonly LabelledField[] = [
  'number',
  'date',
  'currency',
  'buyer.name',
  'buyer.code',
]
/** Another place is a rival if its label's score is within this margin of the best. */
const rivalMargin = 2
const maxRivals = 2

export interface LearnedFieldRules {
  fields: InvoiceLayout['fields']
  /** Other places where the number and the date are printed. */
  agrees: Partial<Record<RepeatedField, Locator>>
}

/**
 * Learns rules for the header fields. The seller, and any currency that is not printed, must be the same in all
 * documents.
 */
export function learnFields(examples: Example[], vocabulary: InvoiceVocabulary): LearnedFieldRules {
  const fields: InvoiceLayout['fields'] = {}
  const agrees: LearnedFieldRules['agrees'] = {}
  let numberLocations: RankedRule['location'][] = []
  for (const name of labelledFields) {
    const lists = examples.map((example, index) =>
      name === 'date'
        ? preferNearNumber(rankField(example, name, vocabulary), numberLocations[index])
        : rankField(example, name, vocabulary),
    )
    if (name === 'number') numberLocations = lists.map(([best]) => best?.location)
    const rules = coverExamples(lists.map((list) => list.slice(0, 60)))
    if (rules.length > 0) fields[name] = rules
    if (name !== 'number' && name !== 'date') continue
    const rivals = findRivals(lists, rules, name, vocabulary)
    if (rivals.length > 0) agrees[name] = rivals
  }
  const [first] = examples
  const { currency, seller } = first?.reading ?? {}
  if (!fields.currency && currency) fields.currency = [{ constant: currency }]
  if (seller?.name) fields['seller.name'] = [{ constant: seller.name }]
  return { fields, agrees }
}

function rankField(
  example: Example,
  name: LabelledField,
  vocabulary: InvoiceVocabulary,
): RankedRule[] {
  const wanted = getFieldValue(example, name)
  if (!wanted) return []
  return rankRules(example, name, wanted, proposeRules(example, name, wanted), vocabulary)
}

/** Prefers dates near the invoice number, beside or below which the date usually is. */
function preferNearNumber(ranked: RankedRule[], number: RankedRule['location']): RankedRule[] {
  const isNear = ({ location }: RankedRule) => {
    if (!location || !number || location.page !== number.page) return false
    return Math.abs(location.box[1] - number.box[1]) < 4 * (number.box[3] - number.box[1])
  }
  return ranked
    .map((it) => (isNear(it) ? { ...it, score: it.score + 0.8 } : it))
    .toSorted((a, b) => b.score - a.score)
}

function getFieldValue({ reading }: Example, name: LabelledField): string | null | undefined {
  const { number, date, currency, buyer } = reading
  return { number, date, currency, 'buyer.name': buyer.name, 'buyer.code': buyer.code }[name]
}

/**
 * Finds other rules that yield the same value from another place in every example, so that it is unclear which place is
 * intended.
 */
function findRivals(
  lists: RankedRule[][],
  [chosen]: Rule[],
  name: 'number' | 'date',
  vocabulary: InvoiceVocabulary,
): Locator {
  if (!chosen || isSureLabel(name, getRuleLabel(chosen), vocabulary)) return []
  const perExample = lists.map((list) => {
    const own = list.find(({ rule }) => JSON.stringify(rule) === JSON.stringify(chosen))
    if (!own) return []
    const others = list.filter(
      ({ rule, score, location }) =>
        score > own.score - rivalMargin &&
        !isSameLocation(location, own.location) &&
        !isMisleadingLabel(name, getRuleLabel(rule), vocabulary),
    )
    return keepOnePerLocation(others).map(({ rule }) => JSON.stringify(rule))
  })
  const [first = [], ...rest] = perExample
  const shared = first.filter((rule) => rest.every((list) => list.includes(rule)))
  return shared.slice(0, maxRivals).map((rule) => JSON.parse(rule) as Rule)
}

function keepOnePerLocation(ranked: RankedRule[]): RankedRule[] {
  return ranked.filter(
    ({ location }, index) =>
      !ranked.slice(0, index).some((other) => isSameLocation(other.location, location)),
  )
}

function isSameLocation(one: RankedRule['location'], other: RankedRule['location']): boolean {
  if (!one || !other || one.page !== other.page) return one === other
  return (
    Math.abs(one.box[1] - other.box[1]) < 2 &&
    one.box[0] < other.box[2] &&
    other.box[0] < one.box[2]
  )
}
