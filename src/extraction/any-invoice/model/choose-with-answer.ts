import { type Candidate, toValueKey } from '../header/candidate.ts'
import {
  type FieldChoice,
  chooseValues,
  type HeaderChoices,
  type HeaderWeights,
} from '../header/choose-values.ts'
import { type HeaderCandidates, type RankedField, rankedFields } from '../header/find-candidates.ts'
import type { RankedCandidate } from '../header/ranker.ts'
import { toSegment } from '../../text/text-lines.ts'
import type { AnsweredValue, VerifiedAnswer } from './verify-answer.ts'

const paths = {
  number: 'number',
  date: 'date',
  seller: 'seller.name',
  buyer: 'buyer.name',
} as const satisfies Record<RankedField, keyof VerifiedAnswer['values']>

/** Log odds of about fifty to one: enough to overturn an uncertain choice but not a nearly certain choice. */
const answerWeight = 4

/**
 * Chooses the header values with a language model's response as additional evidence. The model may replace an uncertain
 * value or supply a missing one. Both then need review. The model never makes an uncertain value certain, even if it
 * agrees with the reader's value, because it may repeat the reader's error.
 */
export function chooseWithAnswer(
  found: HeaderCandidates,
  weights: HeaderWeights,
  values: VerifiedAnswer['values'],
): HeaderChoices {
  const own = chooseValues(found, weights)
  const answers = rankedFields.flatMap((field) => {
    const answered = values[paths[field]]
    if (!answered || own[field].is_sure || isOtherParty(field, answered, own)) return []
    const candidate = toCandidate(field, answered, found)
    return candidate ? [{ field, candidate }] : []
  })
  if (answers.length === 0) return own
  const withAnswers = chooseValues(addAnswers(found, answers), addWeights(weights))
  const result = { ...own, is_order_unclear: withAnswers.is_order_unclear }
  for (const field of affectedFields(answers, own)) {
    const candidate = answers.find((it) => it.field === field)?.candidate
    result[field] = combine(
      own[field],
      withAnswers[field].value ?? (candidate && unranked(candidate)),
    )
  }
  return result
}

/**
 * Returns the fields that may change. Parties are chosen as a pair, so a response about one also affects the other
 * unless the other is certain.
 */
function affectedFields(answers: Answer[], own: HeaderChoices): RankedField[] {
  const answered = answers.map(({ field }) => field)
  const isPartyAnswered = answered.includes('seller') || answered.includes('buyer')
  const parties = (['seller', 'buyer'] as const).filter((party) => !own[party].is_sure)
  return [...new Set([...answered, ...(isPartyAnswered ? parties : [])])]
}

function unranked(candidate: Candidate): RankedCandidate {
  return { ...candidate, probability: 0, mentions: [candidate.features] }
}

interface Answer {
  field: RankedField
  candidate: Candidate
}

/** True if the value has already been chosen, with certainty, as the other party. */
function isOtherParty(
  field: RankedField,
  { value }: AnsweredValue,
  { seller, buyer }: HeaderChoices,
): boolean {
  const other = field === 'seller' ? buyer : field === 'buyer' ? seller : undefined
  return other?.is_sure === true && other.value?.key === toValueKey(value)
}

/**
 * Returns the candidate on the page with this value, or a new candidate if the page shows the value outside the table.
 */
function toCandidate(
  field: RankedField,
  { value, location }: AnsweredValue,
  found: HeaderCandidates,
): Candidate | undefined {
  const key = field === 'date' ? value : toValueKey(value)
  const known = candidatesOf(field, found).find((candidate) => candidate.key === key)
  if (known) return known
  const { view } = found
  const [, top, , bottom] = location.box
  const words = view.document.segments
    .filter((it) => it.page === location.page && it.baseline >= top && it.baseline <= bottom + 1)
    .flatMap((segment) => segment.words)
  if (words.length > 0 && view.isInTable(toSegment(words, location.page))) return undefined
  return { value, key, location, features: [] }
}

function candidatesOf(field: RankedField, found: HeaderCandidates): readonly Candidate[] {
  return field === 'number' || field === 'date' ? found[field] : found.party
}

function addAnswers(found: HeaderCandidates, answers: Answer[]): HeaderCandidates {
  const mark = <Kind extends Candidate>(candidates: Kind[], fields: RankedField[]): Kind[] =>
    candidates.map((candidate) => {
      const named = answers.filter(
        (it) => fields.includes(it.field) && it.candidate.key === candidate.key,
      )
      const features = named.map(({ field }) => featureName(field))
      return { ...candidate, features: [...candidate.features, ...features] }
    })
  const added = (field: RankedField) =>
    answers
      .filter((it) => it.field === field && it.candidate.features.length === 0)
      .map(({ candidate }) => candidate)
  return {
    ...found,
    number: mark([...found.number, ...added('number')], ['number']),
    date: mark(found.date, ['date']),
    party: mark([...found.party, ...added('seller'), ...added('buyer')], ['seller', 'buyer']),
  }
}

function addWeights(weights: HeaderWeights): HeaderWeights {
  const add = (field: RankedField) => ({ ...weights[field], [featureName(field)]: answerWeight })
  return { number: add('number'), date: add('date'), seller: add('seller'), buyer: add('buyer') }
}

function featureName(field: RankedField): string {
  return `model_${field}`
}

function combine(own: FieldChoice, value: RankedCandidate | undefined): FieldChoice {
  if (own.value?.key === value?.key) return own
  const rivals = [...(own.value ? [own.value] : []), ...own.rivals]
  return {
    value,
    rivals: rivals.filter(({ key }) => key !== value?.key),
    is_sure: false,
    is_from_model: value !== undefined,
  }
}
