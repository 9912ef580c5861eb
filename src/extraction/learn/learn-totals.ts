import { add, decimal, formatDecimal, subtract, sum } from '../../domain/values/decimal.ts'
import type { Locator, Rule, TotalsLayout } from '../../domain/mapping/invoice-layout.ts'
import type { InvoiceVocabulary } from '../../domain/mapping/invoice-vocabulary.ts'
import { toLabelKey } from '../text/text-lines.ts'
import { coverExamples } from './rules/cover-examples.ts'
import type { Example } from './example/example.ts'
import { isSureLabel } from './rules/label-hints.ts'
import { proposeRules } from './rules/propose-rules.ts'
import { rankRules, type RankedRule, getRuleLabel } from './rules/rank-rules.ts'
import { toCanonicalAmount, isSameAmount } from './example/same-value.ts'

/** An example with its item lines. */
export interface LocatedExample {
  example: Example
  rows: number[]
}

const totalNames = ['grand_total', 'subtotal', 'tax_base', 'tax'] as const
type TotalName = (typeof totalNames)[number]
/** Maximum number of rules per total, tried in order. */
const maxRules = 3

export type TotalsDraft = Partial<Record<TotalName, Locator>> &
  Partial<Pick<TotalsLayout, 'charges' | 'withheld'>>

/** Learns rules for the totals. Omits a total if no rule finds it in every example that has it. */
export function learnTotals(
  examples: LocatedExample[],
  vocabulary: InvoiceVocabulary,
): TotalsDraft {
  const learned: TotalsDraft = {}
  const anchors = examples.map((it) => rankTotal(it, 'grand_total', vocabulary)[0])
  const locations = examples.map((): RankedRule['location'][] => [])
  for (const name of totalNames) {
    const lists = examples.map((it, index) =>
      rankTotal(it, name, vocabulary)
        .map((ranked) => ({
          ...ranked,
          score:
            ranked.score +
            (isInBlock(ranked, anchors[index]) ? 1 : 0) +
            scoreOrder(name, ranked, anchors[index]) -
            (locations[index]?.some((place) => isSameLocation(place, ranked.location)) ? 2.5 : 0),
        }))
        .toSorted((a, b) => b.score - a.score)
        .slice(0, 40),
    )
    const rules = [...coverExamples(lists), ...findAlternativeRules(lists, name, vocabulary)]
    if (rules.length > 0) learned[name] = dropDuplicateRules(rules).slice(0, maxRules)
    for (const [index, list] of lists.entries())
      locations[index]?.push(list.find(({ rule }) => isSameRule(rule, rules[0]))?.location)
  }
  return { ...learned, ...learnCharges(examples, learned, vocabulary) }
}

/**
 * Returns other unambiguous labels for the same total, for documents without the best label. Trying them is safe,
 * because a wrong total fails the grand total check.
 */
function findAlternativeRules(
  [first = [], ...rest]: RankedRule[][],
  name: TotalName,
  vocabulary: InvoiceVocabulary,
): Rule[] {
  const isShared = (rule: Rule) =>
    rest.every((list) => list.some((it) => JSON.stringify(it.rule) === JSON.stringify(rule)))
  const rules = first
    .map(({ rule }) => rule)
    .filter((rule) => rule.nth === undefined && isSureLabel(name, getRuleLabel(rule), vocabulary))
    .filter(isShared)
  const labels = new Map(rules.toReversed().map((rule) => [toLabelKey(getRuleLabel(rule)), rule]))
  return [...labels.values()].toReversed()
}

function dropDuplicateRules(rules: Rule[]): Rule[] {
  return [...new Map(rules.map((rule) => [JSON.stringify(rule), rule])).values()]
}

/** Returns the labels by which the totals are found. */
export function listTotalLabels({ charges = {}, withheld = {}, ...totals }: TotalsDraft): string[] {
  const locators = [...Object.values(totals), ...Object.values(charges), ...Object.values(withheld)]
  return locators
    .flat()
    .map(getRuleLabel)
    .filter((label) => label !== '')
}

/** Ranks rules for a total. A zero requires an unambiguous label, because zeros may appear anywhere. */
function rankTotal(
  { example, rows }: LocatedExample,
  name: TotalName,
  vocabulary: InvoiceVocabulary,
): RankedRule[] {
  const wanted = example.reading.totals[name]
  if (!wanted) return []
  const isZero = isSameAmount(wanted, '0')
  return rankAmount({ example, rows }, name, wanted, vocabulary).filter(
    ({ rule }) =>
      !isZero || (rule.nth === undefined && isSureLabel(name, getRuleLabel(rule), vocabulary)),
  )
}

/** Ranks rules for amounts below the items, with labels outside the items. */
function rankAmount(
  { example, rows }: LocatedExample,
  name: TotalName | 'charge',
  wanted: string,
  vocabulary: InvoiceVocabulary,
): RankedRule[] {
  const { lines } = example.document
  const below = lines.slice((rows.at(-1) ?? -1) + 1)
  const others = lines.filter((_, index) => !rows.includes(index))
  const proposals = proposeRules(example, name, wanted, below)
  const all = proposals.length > 0 ? proposals : proposeRules(example, name, wanted, others)
  const itemKeys = rows.flatMap((row) => lines[row]?.segments.map((it) => it.label_key) ?? [])
  const isItemWord = (rule: Rule) => {
    const key = toLabelKey(getRuleLabel(rule))
    return key !== '' && itemKeys.some((item) => item.includes(key))
  }
  return rankRules(example, name, wanted, all, vocabulary).map((ranked) =>
    isItemWord(ranked.rule) ? { ...ranked, score: ranked.score - 4 } : ranked,
  )
}

/** True if the value is aligned with the grand total, because tax tables repeat the same numbers elsewhere. */
function isInBlock({ location }: RankedRule, anchor: RankedRule | undefined): boolean {
  const other = anchor?.location
  if (!location || !other || location.page !== other.page) return false
  const height = other.box[3] - other.box[1]
  const isAligned = Math.abs(location.box[2] - other.box[2]) < height
  return isAligned && Math.abs(location.box[1] - other.box[1]) < 14 * height
}

/** Scores the order of the totals: the subtotal is first, and tax and tax base are nearer to the grand total. */
function scoreOrder(name: TotalName, { location }: RankedRule, anchor: RankedRule | undefined) {
  const other = anchor?.location
  if (!location || !other || location.page !== other.page) return 0
  const above = Math.min(1, Math.max(0, other.box[1] - location.box[1]) / 200)
  const weights = { subtotal: 0.6, tax_base: -0.3, tax: -1.2, grand_total: 0 }
  return weights[name] * above
}

function isSameLocation(one: RankedRule['location'], other: RankedRule['location']): boolean {
  if (!one || !other || one.page !== other.page) return false
  return (
    Math.abs(one.box[1] - other.box[1]) < 2 &&
    one.box[0] < other.box[2] &&
    other.box[0] < one.box[2]
  )
}

function isSameRule(one: Rule, other: Rule | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Finds a printed amount that explains the difference between net amount plus tax and grand total. */
function learnCharges(
  examples: LocatedExample[],
  known: TotalsDraft,
  vocabulary: InvoiceVocabulary,
): Pick<TotalsDraft, 'charges' | 'withheld'> {
  const charges: Record<string, Locator> = {}
  const withheld: Record<string, Locator> = {}
  for (const located of examples) {
    const gap = findUnexplainedAmount(located.example)
    if (gap === undefined) continue
    for (const [list, amount] of [
      [charges, gap],
      [withheld, gap.startsWith('-') ? gap.slice(1) : `-${gap}`],
    ] as const) {
      const ranked = rankAmount(located, 'charge', amount, vocabulary).find(
        ({ rule }) => rule.right !== undefined && rule.nth === undefined && !isKnown(rule, known),
      )
      if (!ranked) continue
      list[getRuleLabel(ranked.rule)] ??= [ranked.rule]
      break
    }
  }
  return {
    ...(Object.keys(charges).length > 0 && { charges }),
    ...(Object.keys(withheld).length > 0 && { withheld }),
  }
}

function isKnown(rule: Rule, known: TotalsDraft): boolean {
  return listTotalLabels(known).some(
    (label) => toLabelKey(label) === toLabelKey(getRuleLabel(rule)),
  )
}

/** Returns the grand total less net amount and tax, or undefined if that is zero. */
function findUnexplainedAmount({ reading }: Example): string | undefined {
  const { subtotal, tax, grand_total } = reading.totals
  if (!grand_total) return undefined
  const lines = reading.lines.flatMap(({ amount }) => (amount ? [decimal(amount)] : []))
  const net = subtotal ? decimal(subtotal) : sum(lines)
  const rest = subtract(decimal(grand_total), add(net, decimal(tax || '0')))
  const text = toCanonicalAmount(formatDecimal(rest))
  return text === '0' ? undefined : text
}
