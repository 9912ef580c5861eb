import type { Word } from '../../../domain/reading/reading.ts'
import { hasLetters, type TextLine } from '../../text/text-lines.ts'
import { isCurrency } from '../../values/numbers.ts'
import type { Numeral } from './read-numerals.ts'

/** Matches `kg x 68.000`, `× 4` and `@50.000` after the first factor. */
const multiplicationPattern = /^(?:\p{L}{1,8}[.²³]? )?(?:[x×*] ?|@ ?)\p{L}{0,3}\.?\d/iu

/** True if only a unit, a currency and a multiplication sign separate the two factors. */
export function isMultiplication(one: Numeral, other: Numeral, lines: TextLine[]): boolean {
  if (one.line !== other.line) return false
  const [first, second] = one.left < other.left ? [one, other] : [other, one]
  const words = lines[first.line]?.segments.flatMap((segment) => segment.words) ?? []
  const start = words.indexOf(first.words.at(-1) as Word) + 1
  const end = words.indexOf(second.words[0] as Word) + 1
  const between = words.slice(start, end).map(({ text }) => text)
  return multiplicationPattern.test(between.filter((text) => !isCurrency(text)).join(' '))
}

/** True for `12 kg` and `12kg`, but not for `12 x`. */
export function hasUnit({ precedesWord, unit }: Numeral): boolean {
  return precedesWord || hasLetters(unit)
}
