import type { AnswerEvent } from '../../domain/heat-sheet/sheet-answer.ts'
import type { MeetGrammar } from '../heat-sheet/grammar/grammar.ts'
import type { IndexedRow } from './page-index.ts'
import { tokenize } from './tokens.ts'

/**
 * The result of comparing a row with an event's title: this event, another event with the same name, a title without a
 * number, or no title.
 */
export type TitleMatch = 'same' | 'other' | 'unnumbered' | 'none'

const numberPattern = /^\d{1,3}[a-z]?$/

/** Compares an event's name with a row, and its number with the rest of that row or with an adjacent row. */
export function compareTitle(
  rows: IndexedRow[],
  at: number,
  { event_number, event_letter, event_name }: AnswerEvent,
  grammar: MeetGrammar,
): TitleMatch {
  const name = tokenize(event_name)
  const others = withoutTokens(rows[at]?.tokens ?? [], name)
  if (name.length === 0 || others === undefined) return 'none'
  const number = `${event_number}${event_letter ?? ''}`.toLowerCase()
  const own = others.filter((token) => numberPattern.test(token))
  const beside = [rows[at - 1], rows[at + 1]].flatMap((row) => findNumber(row, grammar) ?? [])
  const stated = own.length > 0 ? own : beside.slice(0, 1)
  if (stated.length > 0) return stated.includes(number) ? 'same' : 'other'
  return name[0] !== number && name[1] !== number ? 'unnumbered' : 'same'
}

/** Removes the name's tokens from the row's tokens. Returns undefined if the row lacks any of them. */
function withoutTokens(row: string[], name: string[]): string[] | undefined {
  const rest = [...row]
  for (const token of name) {
    const at = rest.indexOf(token)
    if (at < 0) return undefined
    rest.splice(at, 1)
  }
  return rest
}

/** Returns an event's number in a separate row, such as "Race 1". */
function findNumber(row: IndexedRow | undefined, grammar: MeetGrammar): string | undefined {
  if (!row || grammar.parseHeatTitle(row.place.text)) return undefined
  const numbers = row.tokens.filter((token) => /\d/.test(token))
  const [only] = numbers
  return numbers.length === 1 && only !== undefined && numberPattern.test(only) ? only : undefined
}
