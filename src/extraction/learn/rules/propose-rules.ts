import type { Rule } from '../../../domain/mapping/invoice-layout.ts'
import { findCurrencies } from '../../values/currencies.ts'
import type { Segment, TextLine } from '../../text/text-lines.ts'
import type { Example } from '../example/example.ts'
import { countLetters, escapePattern, labelPhrases, trimLabel } from './label-phrases.ts'
import type { ValueName } from './label-hints.ts'
import { squash } from '../example/same-value.ts'
import { isAmountName, isSameValue, valueReader } from './value-kinds.ts'

/** A rule that may find a value, with how directly its label refers to the location. */
export interface ProposedRule {
  rule: Rule
  directness: number
}

/** In ems: a label half a line above or below still counts as beside its value. */
const besideEm = 0.6
const belowEm = 5

/** Returns text that differs between documents and therefore cannot be a label. */
export function variableTexts({ reading }: Example): string[] {
  const { number, buyer, lines } = reading
  const texts = [number, buyer.name, buyer.code, ...lines.map(({ description }) => description)]
  return texts.flatMap((text) => (text ? [squash(text)] : []))
}

/** Proposes rules for every occurrence of the value on these lines, without verifying them. */
export function proposeRules(
  example: Example,
  name: ValueName,
  wanted: string,
  lines: TextLine[] = example.document.lines,
): ProposedRule[] {
  const variable = variableTexts(example)
  const reader = valueReader(name, example)
  const reads = (text: string) =>
    isSameValue(name, wanted, reader.read(text.replace(/^[:\s]+/, '')))
  const best = new Map<string, ProposedRule>()
  const propose = (rule: Rule, directness: number) => {
    const key = JSON.stringify(rule)
    if ((best.get(key)?.directness ?? -1) < directness) best.set(key, { rule, directness })
  }
  for (const line of lines) {
    for (const segment of line.segments) {
      if (!reads(segment.text) && !containsText(segment, name, wanted)) continue
      for (const [label, directness] of labelsLeft(line, segment, reads, variable)) {
        propose({ right: label }, directness)
        propose({ right: label, exact: true }, directness - 0.4)
      }
      for (const [kind, label, directness] of labelsAround(example, segment, variable))
        propose({ [kind]: label }, directness)
      if (!isAmountName(name))
        for (const text of sentencePatterns(segment, name, reads)) propose({ text }, 2)
    }
  }
  if (name === 'currency') proposeSigns(example, wanted, propose)
  if (name === 'buyer.name') proposeFirstText(example, wanted, propose)
  return [...best.values()]
}

/** A number or a name may be surrounded by other words. */
function containsText(segment: Segment, name: ValueName, wanted: string): boolean {
  if (name !== 'number' && name !== 'buyer.name') return false
  const text = squash(segment.text)
  return text.includes(squash(wanted)) && text.length <= wanted.length + 100
}

/** Returns labels to the left of a value: earlier segments on its line and the words before it in its segment. */
function labelsLeft(
  { segments }: TextLine,
  segment: Segment,
  reads: (text: string) => boolean,
  variable: string[],
): [string, number][] {
  const before = segments.slice(0, segments.indexOf(segment)).toReversed().slice(0, 6)
  const beside = before.flatMap(({ text }, index) => {
    const between = before.slice(0, index).filter((it) => countLetters(it.text) > 3).length
    return labelPhrases(text, variable).map((label): [string, number] => [label, 3 - 0.7 * between])
  })
  const lead = leadingText(segment, reads)
  const last = lead?.split(' ').at(-1) ?? ''
  const own = lead === undefined ? [] : labelPhrases(lead, variable)
  return [
    ...beside,
    ...own.map((label): [string, number] => [label, 2.8]),
    ...lastLabel(last).map((label): [string, number] => [label, 3.4]),
  ]
}

/** Accepts the word directly before a value as a label if it has letters. */
function lastLabel(word: string): string[] {
  return countLetters(word) >= 2 && !/\d/.test(word) ? [trimLabel(word)] : []
}

/** Returns the words before the value in its segment. */
function leadingText({ words }: Segment, reads: (text: string) => boolean): string | undefined {
  const texts = words.map(({ text }) => text)
  const from = texts.findLastIndex((_, index) => index > 0 && reads(texts.slice(index).join(' ')))
  return from > 0 ? texts.slice(0, from).join(' ') : undefined
}

/** Returns labels half a line above or below the value. */
function labelsAround(
  { document }: Example,
  segment: Segment,
  variable: string[],
): ['right' | 'below' | 'above', string, number][] {
  const onPage = document.segments_by_page.get(segment.page) ?? []
  const near = onPage.flatMap((other): ['right' | 'below' | 'above', string, number][] => {
    const step = (segment.baseline - other.baseline) / Math.max(segment.font_size, other.font_size)
    const labels = () => labelPhrases(other.text, variable)
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
  const above = next.flatMap(({ text }) => labelPhrases(text, variable))
  return [...near, ...above.map((label): ['above', string, number] => ['above', label, 1.2])]
}

const shapes: Partial<Record<ValueName, string>> = {
  number: '(\\S+)',
  currency: '\\(?([A-Z]{3})\\)?',
}

/** Builds patterns from the words on both sides of a value in a sentence. */
function sentencePatterns(
  { words }: Segment,
  name: ValueName,
  reads: (text: string) => boolean,
): string[] {
  const texts = words.map(({ text }) => text)
  const shape = shapes[name] ?? '(.+?)'
  const spans = texts.flatMap((_, from) =>
    Array.from(
      { length: Math.min(8, texts.length - from) },
      (__, more) => [from, from + more] as const,
    ),
  )
  const [from, to] =
    spans
      .toSorted((a, b) => a[1] - a[0] - (b[1] - b[0]))
      .find(([start, end]) => reads(texts.slice(start, end + 1).join(' '))) ?? []
  if (from === undefined || to === undefined) return []
  const [before, after] = [texts[from - 1], texts[to + 1]]
  if (before === undefined && after === undefined) return []
  const lead =
    before === undefined ? '^' : /\d/.test(before) ? '\\S+ ' : `${escapePattern(before)} `
  const tail = after === undefined ? '$' : /\d/.test(after) ? ' ' : ` ${escapePattern(after)}`
  const isClear = before !== undefined && countLetters(before) >= 2
  const open = isClear && name === 'number' ? [`${lead}${shape}`] : []
  return [`${lead}${shape}${tail.trimEnd()}`, ...open]
}

const sign = /(?<!\p{L})(IDR|Rp|EUR|€|USD|SGD|\$|GBP|£|CHF|MYR|RM|INR|₹)(?!\p{L})/u

/** Proposes the currency sign or code, wherever it is. */
function proposeSigns(
  { document }: Example,
  wanted: string,
  propose: (rule: Rule, directness: number) => void,
): void {
  const words = new Set(document.segments.flatMap(({ words }) => words.map(({ text }) => text)))
  for (const word of words) {
    const found = sign.exec(word)?.[1]
    if (!found || findCurrencies(found)[0] !== wanted) continue
    propose({ text: /^\p{L}/u.test(found) ? `\\b${found}\\b` : escapePattern(found) }, 4.2)
  }
}

/** Proposes the document's first text that is not a title, for buyers without a label. */
function proposeFirstText(
  { document: { segments } }: Example,
  wanted: string,
  propose: (rule: Rule, directness: number) => void,
): void {
  const first = segments.findIndex(({ text }) => squash(text) === squash(wanted))
  const titles = segments.slice(0, Math.max(first, 0)).map(({ text }) => text)
  if (first < 0 || first > 3 || titles.some((title) => /\d/.test(title))) return
  const words = titles.map((title) => escapePattern(title.split(' ')[0] ?? title))
  const unless = words.length > 0 ? { unless: `^(${words.join('|')})` } : {}
  propose({ text: '.+', ...unless }, first <= 1 ? 1.5 : 0.6)
}
