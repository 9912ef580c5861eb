import type { Rule } from '../../../domain/mapping/invoice-layout.ts'
import type { InvoiceVocabulary } from '../../../domain/mapping/invoice-vocabulary.ts'
import { locateValue } from '../../layout/locate.ts'
import { toLabelKey } from '../../text/text-lines.ts'
import type { TextLocation } from '../../text/location.ts'
import type { Example } from '../example/example.ts'
import { scoreLabelHint, type ValueName } from './label-hints.ts'
import type { ProposedRule } from './propose-rules.ts'
import { isSameValue, createValueReader } from './value-kinds.ts'

/** A rule with which the engine reads the expected value in one example. */
export interface RankedRule {
  rule: Rule
  score: number
  location: TextLocation | undefined
}

/** Maximum number of rules tried, which bounds the time spent on a page full of labels. */
const maxRules = 300

/** Keeps the proposed rules that read the expected value, best first. */
export function rankRules(
  example: Example,
  name: ValueName,
  wanted: string,
  proposals: ProposedRule[],
  vocabulary: InvoiceVocabulary,
): RankedRule[] {
  const reader = createValueReader(name, example)
  const ranked = proposals
    .toSorted((a, b) => b.directness - a.directness)
    .slice(0, maxRules)
    .flatMap(({ rule, directness }): RankedRule[] => {
      for (const nth of [undefined, -1, 2]) {
        const tried = nth === undefined ? rule : { ...rule, nth }
        const found = locateValue([tried], example.document, reader)
        if (!found || !isSameValue(name, wanted, found.value)) continue
        const score =
          directness +
          scoreLabel(tried, name, example, vocabulary) +
          scoreLocation(name, found.location, example)
        return [{ rule: tried, score, location: found.location }]
      }
      return []
    })
  return ranked.toSorted((a, b) => b.score - a.score)
}

export function getRuleLabel({ right, below, above }: Rule): string {
  return right ?? below ?? above ?? ''
}

/**
 * Prefers locations near the top of the first page for number and date, because remarks and references repeat these
 * further down.
 */
function scoreLocation(name: ValueName, location: TextLocation | undefined, { pages }: Example) {
  const [first] = pages
  const isHeading = name === 'number' || name === 'date'
  if (!isHeading || !first || location?.page !== first.number) return 0
  return 0.8 * (1 - location.box[1] / first.height)
}

/** Returns the words before the value in a pattern: `Nr.` for `Nr\\. (\\S+)`. */
function getPatternLabel(pattern: string): string {
  return (pattern.split('(')[0] ?? '').replace(/\\S\+|[\\^]/g, '').trim()
}

/** Maximum number of words in a label. */
const maxLabelWords = 5

/** Prefers words in the vocabulary, labels that fill a whole segment, and short labels without digits. */
function scoreLabel(
  rule: Rule,
  name: ValueName,
  { document }: Example,
  vocabulary: InvoiceVocabulary,
): number {
  const label = getRuleLabel(rule)
  const key = toLabelKey(label)
  const nthCost = rule.nth === undefined ? 0 : 1.5
  if (key === '')
    return scoreLabelHint(name, getPatternLabel(rule.text ?? ''), vocabulary) - nthCost
  const keys = document.segments.map(({ label_key }) => label_key)
  const isWhole = keys.includes(key)
  const isPart = keys.some((other) => other !== key && other.includes(key))
  const segmentScore = isWhole ? 0.5 : keys.some((other) => other.startsWith(key)) ? 0.25 : -0.3
  const exact = rule.exact ? (isWhole && isPart ? 0.9 : -0.2) : 0
  const figures = /\d/.test(label) ? 1 : 0
  const holders = document.segments.filter(({ label_key }) => label_key.includes(key))
  const inSentence = holders.every(({ words }) => words.length > maxLabelWords) ? 0.8 : 0
  const short = label.length < 3 ? 0.6 : 0
  const long = Math.max(0, label.length - 24) / 20
  return (
    scoreLabelHint(name, label, vocabulary) +
    segmentScore +
    exact -
    figures -
    short -
    long -
    inSentence -
    nthCost
  )
}
