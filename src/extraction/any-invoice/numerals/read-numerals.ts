import type { Word } from '../../../domain/reading/reading.ts'
import { isCurrency } from '../../values/numbers.ts'
import { collectGroups } from '../../values/spaced-numbers.ts'
import { hasLetters, measureGapEm, type TextLine } from '../../text/text-lines.ts'
import { type DecimalMark, type ParsedNumeral, parseNumeral } from './parse-numeral.ts'

/** A way to write numbers. The solver tries each style that the document allows. */
export interface NumeralStyle {
  mark: DecimalMark
  /** True if `1 234,56` is one number. */
  joinsGroups: boolean
}

/** A number on a page. */
export interface Numeral extends ParsedNumeral {
  left: number
  right: number
  baseline: number
  page: number
  /** Line index. */
  line: number
  font_size: number
  /** True if a word is directly before or after the number, as in a sentence. */
  followsWord: boolean
  precedesWord: boolean
  words: Word[]
}

// Gaps in ems.
const maxPercentGapEm = 1
const maxCurrencyGapEm = 3
/** Maximum distance, in ems, at which a currency between two numbers belongs to only one of them. */
const ownCurrencyEm = 1
const proseGapEm = 0.6
const minusGapEm = 0.7

/** Returns the numbers on each line. */
export function readNumerals(lines: TextLine[], style: NumeralStyle): Numeral[][] {
  return lines.map((line, index) => readLine(line, index, style))
}

/** True if spaces may separate digit groups in this document. */
export function hasSpacedGroups(lines: TextLine[]): boolean {
  return lines.some(({ segments }) =>
    segments.some(({ words }) => words.some((_, at) => collectGroups(words, at).length > 1)),
  )
}

function readLine(line: TextLine, index: number, { mark, joinsGroups }: NumeralStyle): Numeral[] {
  const words = line.segments.flatMap((segment) => segment.words)
  const numerals: Numeral[] = []
  for (let at = 0; at < words.length; at++) {
    if (!/\d/.test(words[at]?.text ?? '')) continue
    const groups = joinsGroups ? collectGroups(words, at) : words.slice(at, at + 1)
    const last = at + groups.length - 1
    const percent = hasPercentSign(words, last)
    const printed = joinGroups(groups) + (percent ? '%' : '')
    const otherMark = mark === ',' ? '.' : ','
    const parsed =
      parseNumeral(printed, mark) ??
      (isQuantity(printed, words.slice(last)) ? parseNumeral(printed, otherMark) : undefined)
    if (parsed)
      numerals.push(toNumeral(parsed, { words, at, last: last + (percent ? 1 : 0), line, index }))
    at = last
  }
  return numerals
}

/** True for `177,5 hours`: a quantity may have the decimal mark that separates thousands in amounts. */
function isQuantity(printed: string, [word, unit]: Word[]): boolean {
  const isShort = unit !== undefined && /^\p{L}[\p{L}²³]{0,7}$/u.test(unit.text)
  if (!word || !isShort || isCurrency(unit.text)) return false
  return /^\d{1,4}[,.]\d{1,2}$/.test(printed) && measureGapEm(word, unit) < proseGapEm
}

function hasPercentSign(words: Word[], last: number): boolean {
  const [number, sign] = [words[last], words[last + 1]]
  if (!number || !sign || !sign.text.startsWith('%')) return false
  return !number.text.includes('%') && measureGapEm(number, sign) < maxPercentGapEm
}

/** Drops `@`, `×` and footnote marks, which are not part of the number. */
function joinGroups(groups: Word[]): string {
  return groups
    .map(({ text }) => text)
    .join(' ')
    .replace(/^[:@x×*]+(?=[\d.,])/i, '')
    .replace(/[;*:]$/, '')
    .replace(/^\((\d+(?:[.,]\d+)?)\s*%\)?$/, '$1%')
}

interface NumeralPosition {
  words: Word[]
  at: number
  last: number
  line: TextLine
  index: number
}

function toNumeral(
  parsed: ParsedNumeral,
  { words, at, last, line, index }: NumeralPosition,
): Numeral {
  const own = words.slice(at, last + 1)
  const [first, end] = [own[0] as Word, own.at(-1) as Word]
  const [before, after] = [words[at - 1], words[last + 1]]
  const isNegated =
    before !== undefined &&
    /^(?:[-–−]|\([-–−]\))$/.test(before.text) &&
    parsed.value > 0 &&
    measureGapEm(before, first) < minusGapEm
  return {
    ...parsed,
    ...(isNegated && { value: -parsed.value, text: `-${parsed.text}` }),
    hasCurrency:
      parsed.hasCurrency ||
      (words.length === own.length + 1 && before !== undefined && isCurrency(before.text)) ||
      (isCurrencyBeside(before, first) && !isShared(words[at - 2], before, first)) ||
      (isCurrencyBeside(after, end) && !isShared(words[last + 2], after, end)),
    left: first.box[0],
    right: end.box[2],
    baseline: line.baseline,
    page: line.page,
    line: index,
    font_size: line.font_size || 9,
    followsWord: isWord(before) && measureGapEm(before as Word, first) < proseGapEm,
    precedesWord: isWord(after) && measureGapEm(end, after as Word) < proseGapEm,
    words: own,
  }
}

function isCurrencyBeside(other: Word | undefined, word: Word): boolean {
  if (!other || !isCurrency(other.text)) return false
  return (
    Math.abs(other.box[0] < word.box[0] ? measureGapEm(other, word) : measureGapEm(word, other)) <
    maxCurrencyGapEm
  )
}

/**
 * True if a currency between two numbers does not belong to `number`: it belongs to the other number, as in `3 USD
 * 35.00`, or is in its own column.
 */
function isShared(other: Word | undefined, currency: Word | undefined, number: Word): boolean {
  if (!other || !currency || !/^[-–−(]*\d/.test(other.text)) return false
  const distance = (word: Word) =>
    word.box[0] < currency.box[0] ? measureGapEm(word, currency) : measureGapEm(currency, word)
  return distance(number) >= Math.min(distance(other), ownCurrencyEm)
}

function isWord(word: Word | undefined): boolean {
  return word !== undefined && hasLetters(word.text) && !isCurrency(word.text)
}
