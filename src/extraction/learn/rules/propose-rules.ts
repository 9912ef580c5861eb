import type { Rule } from '../../../domain/mapping/invoice-layout.ts'
import { findCurrencies } from '../../values/currencies.ts'
import type { Segment, TextLine } from '../../text/text-lines.ts'
import type { Example } from '../example/example.ts'
import { countLetters, escapePattern, listLabelPhrases, trimLabel } from './label-phrases.ts'
import type { ValueName } from './label-hints.ts'
import { toComparableText } from '../example/same-value.ts'
import { isAmountName, isSameValue, createValueReader } from './value-kinds.ts'

/** A possible rule for finding a value, and how directly its label relates to the value. */
export interface ProposedRule {
  rule: Rule
  directness: number
}

/** Maximum vertical distance, in ems, at which a label still counts as beside its value. This covers half a line. */
const besideEm = 0.6
const belowEm = 5

/** Returns text that differs between documents and therefore cannot be a label. */
export function listVariableText({ reading }: Example): string[] {
  const { number, buyer, lines } = reading
  const texts = [number, buyer.name, buyer.code, ...lines.map(({ description }) => description)]
  return texts.flatMap((text) => (text ? [toComparableText(text)] : []))
}

/** Proposes rules for every occurrence of the value on these lines, without trying them. */
export function proposeRules(
  example: Example,
  name: ValueName,
  wanted: string,
  lines: TextLine[] = example.document.lines,
): ProposedRule[] {
  const variable = listVariableText(example)
  const reader = createValueReader(name, example)
  const isWantedValue = (text: string) =>
    isSameValue(name, wanted, reader.read(text.replace(/^[:\s]+/, '')))
  const best = new Map<string, ProposedRule>()
  const propose = (rule: Rule, directness: number) => {
    const key = JSON.stringify(rule)
    if ((best.get(key)?.directness ?? -1) < directness) best.set(key, { rule, directness })
  }
  for (const line of lines) {
    for (const segment of line.segments) {
      if (!isWantedValue(segment.text) && !containsText(segment, name, wanted)) continue
      for (const [label, directness] of findLabelsLeft(line, segment, isWantedValue, variable)) {
        propose({ right: label }, directness)
        propose({ right: label, exact: true }, directness - 0.4)
      }
      for (const [kind, label, directness] of findLabelsAround(example, segment, variable))
        propose({ [kind]: label }, directness)
      if (!isAmountName(name))
        for (const text of buildSentencePatterns(segment, name, isWantedValue)) propose({ text }, 2)
    }
  }
  if (name === 'currency') proposeSigns(example, wanted, propose)
  if (name === 'buyer.name') proposeFirstText(example, wanted, propose)
  return [...best.values()]
}

/** True if the segment contains the value. Only invoice numbers and buyer names may be part of a longer segment. */
function containsText(segment: Segment, name: ValueName, wanted: string): boolean {
  if (name !== 'number' && name !== 'buyer.name') return false
  const text = toComparableText(segment.text)
  return text.includes(toComparableText(wanted)) && text.length <= wanted.length + 100
}

/**
 * Returns labels to the left of a value: the segments before it on its line, and the words before it in its segment.
 */
function findLabelsLeft(
  { segments }: TextLine,
  segment: Segment,
  isWantedValue: (text: string) => boolean,
  variable: string[],
): [string, number][] {
  const before = segments.slice(0, segments.indexOf(segment)).toReversed().slice(0, 6)
  const beside = before.flatMap(({ text }, index) => {
    const between = before.slice(0, index).filter((it) => countLetters(it.text) > 3).length
    return listLabelPhrases(text, variable).map((label): [string, number] => [
      label,
      3 - 0.7 * between,
    ])
  })
  const leadingText = findLeadingText(segment, isWantedValue)
  const last = leadingText?.split(' ').at(-1) ?? ''
  const own = leadingText === undefined ? [] : listLabelPhrases(leadingText, variable)
  return [
    ...beside,
    ...own.map((label): [string, number] => [label, 2.8]),
    ...toWordLabel(last).map((label): [string, number] => [label, 3.4]),
  ]
}

/** Returns the word directly before a value as a label if it contains letters. */
function toWordLabel(word: string): string[] {
  return countLetters(word) >= 2 && !/\d/.test(word) ? [trimLabel(word)] : []
}

/** Returns the words before the value in its segment. */
function findLeadingText(
  { words }: Segment,
  isWantedValue: (text: string) => boolean,
): string | undefined {
  const texts = words.map(({ text }) => text)
  const from = texts.findLastIndex(
    (_, index) => index > 0 && isWantedValue(texts.slice(index).join(' ')),
  )
  return from > 0 ? texts.slice(0, from).join(' ') : undefined
}

/** Returns labels half a line above or below the value. */
function findLabelsAround(
  { document }: Example,
  segment: Segment,
  variable: string[],
): ['right' | 'below' | 'above', string, number][] {
  const onPage = document.segments_by_page.get(segment.page) ?? []
  const near = onPage.flatMap((other): ['right' | 'below' | 'above', string, number][] => {
    const step = (segment.baseline - other.baseline) / Math.max(segment.font_size, other.font_size)
    const labels = () => listLabelPhrases(other.text, variable)
    const isLeft = other.box[2] <= segment.box[0]
    if (Math.abs(step) <= besideEm && Math.abs(step) > 0.05 && isLeft)
      return labels().map((label) => ['right', label, 2.4])
    const overlaps = other.box[0] <= segment.box[2] && other.box[2] >= segment.box[0]
    if (step > 0.35 && step <= belowEm && overlaps)
      return labels().map((label) => ['below', label, 2.5 - step / 10])
    return []
  })
  const index = document.lines.findIndex(({ segments }) => segments.includes(segment))
  const next = document.lines[index + 1]?.segments ?? []
  const above = next.flatMap(({ text }) => listLabelPhrases(text, variable))
  return [...near, ...above.map((label): ['above', string, number] => ['above', label, 1.2])]
}

const valuePatterns: Partial<Record<ValueName, string>> = {
  number: '(\\S+)',
  currency: '\\(?([A-Z]{3})\\)?',
}

/** Builds patterns for a value in a sentence from the words on both sides. */
function buildSentencePatterns(
  { words }: Segment,
  name: ValueName,
  isWantedValue: (text: string) => boolean,
): string[] {
  const texts = words.map(({ text }) => text)
  const shape = valuePatterns[name] ?? '(.+?)'
  const spans = texts.flatMap((_, from) =>
    Array.from(
      { length: Math.min(8, texts.length - from) },
      (__, more) => [from, from + more] as const,
    ),
  )
  const [from, to] =
    spans
      .toSorted((a, b) => a[1] - a[0] - (b[1] - b[0]))
      .find(([start, end]) => isWantedValue(texts.slice(start, end + 1).join(' '))) ?? []
  if (from === undefined || to === undefined) return []
  const [before, after] = [texts[from - 1], texts[to + 1]]
  if (before === undefined && after === undefined) return []
  const leadingText =
    before === undefined ? '^' : /\d/.test(before) ? '\\S+ ' : `${escapePattern(before)} `
  const tail = after === undefined ? '$' : /\d/.test(after) ? ' ' : ` ${escapePattern(after)}`
  const isClear = before !== undefined && countLetters(before) >= 2
  const open = isClear && name === 'number' ? [`${leadingText}${shape}`] : []
  return [`${leadingText}${shape}${tail.trimEnd()}`, ...open]
}

const currencySign = /(?<!\p{L})(IDR|Rp|EUR|€|USD|SGD|\$|GBP|£|CHF|MYR|RM|INR|₹)(?!\p{L})/u

/** Proposes the currency's sign or code, wherever it appears. */
function proposeSigns(
  { document }: Example,
  wanted: string,
  propose: (rule: Rule, directness: number) => void,
): void {
  const words = new Set(document.segments.flatMap(({ words }) => words.map(({ text }) => text)))
  for (const word of words) {
    const found = currencySign.exec(word)?.[1]
    if (!found || findCurrencies(found)[0] !== wanted) continue
    propose({ text: /^\p{L}/u.test(found) ? `\\b${found}\\b` : escapePattern(found) }, 4.2)
  }
}

/** Proposes the first text in the document that is not a title, for buyers without a label. */
function proposeFirstText(
  { document: { segments } }: Example,
  wanted: string,
  propose: (rule: Rule, directness: number) => void,
): void {
  const first = segments.findIndex(
    ({ text }) => toComparableText(text) === toComparableText(wanted),
  )
  const titles = segments.slice(0, Math.max(first, 0)).map(({ text }) => text)
  if (first < 0 || first > 3 || titles.some((title) => /\d/.test(title))) return
  const words = titles.map((title) => escapePattern(title.split(' ')[0] ?? title))
  const unless = words.length > 0 ? { unless: `^(${words.join('|')})` } : {}
  propose({ text: '.+', ...unless }, first <= 1 ? 1.5 : 0.6)
}
