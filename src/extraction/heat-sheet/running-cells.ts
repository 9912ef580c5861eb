import type { Word } from '../../domain/reading/reading.ts'
import { joinWords, measureGapEm } from '../text/text-lines.ts'
import type { EntryCells } from './cells.ts'
import type { MeetGrammar } from './grammar/grammar.ts'
import { toAge } from './grammar/rows.ts'

const maxWordGapEm = 1
const separator = /\s+[-–—|/·•;:]+\s+/
const outerSeparators = /^[-–—|/·•;:,\s]+|[-–—|/·•;:,\s]+$/g

/**
 * Reads the parts of a line that is set like a sentence, without gaps between its columns: `ROE Ann (2014) – Lake SC`,
 * `Roe, Ann, 2014, Lake SC`. Returns undefined for any other line.
 */
export function readRunningCells(words: Word[], grammar: MeetGrammar): EntryCells | undefined {
  const isRunning = words.every((word, at) => {
    const before = words[at - 1]
    return before === undefined || measureGapEm(before, word) <= maxWordGapEm
  })
  if (!isRunning) return undefined
  const printed = joinWords(words)
  const text = printed.replace(outerSeparators, '')
  if (separator.test(text)) return readParts(text.split(separator), 1, grammar)
  // A comma before the time shows that all parts are separated by commas.
  const isList = printed.trimEnd().endsWith(',')
  // Commas in brackets separate the parts of one cell.
  const parts = text.split(/,\s+(?![^(]*\))/)
  const at = parts.findIndex((part, index) => splitAge(part, index > 0, grammar) !== undefined)
  if (at >= 0)
    return parts.length > 1 && at < parts.length - 1 ? readParts(parts, at + 1, grammar) : undefined
  return isList ? guessParts(parts) : undefined
}

/** `count` is the number of parts before the team. */
function readParts(parts: string[], count: number, grammar: MeetGrammar): EntryCells | undefined {
  const found = parts.map((part, at) => splitAge(part, at > 0, grammar))
  const ages = found.flatMap((one) => one?.age ?? [])
  const rest = parts.map((part, at) => found[at]?.rest ?? part)
  const toText = (some: string[]) => some.filter((part) => part !== '').join(', ')
  const name = toText(rest.slice(0, count))
  const team = toText(rest.slice(count))
  if (ages.length > 1 || !/^\p{L}[^\d()]*$/u.test(name)) return undefined
  return { name, age: ages[0] ?? null, team: team || null, relay: null }
}

/** Splits `ROE Ann (2014)` into name and age. A part of its own may be an age without brackets. */
function splitAge(
  part: string,
  isOwn: boolean,
  { isAge }: MeetGrammar,
): { rest: string; age: string } | undefined {
  if (isOwn && /\d/.test(part) && isAge(part)) return { rest: '', age: toAge(part) }
  const [, rest, age] = /^(\S.*?)\s*(\(\d{1,4}\))$/.exec(part) ?? []
  return rest !== undefined && age !== undefined && isAge(age)
    ? { rest, age: toAge(age) }
    : undefined
}

/** Without an age, a comma may be inside the name: only `Roe, Ann, Lake SC` is clear. */
function guessParts(parts: string[]): EntryCells {
  const [first = '', second, ...others] = parts
  const isFamilyName = !first.includes(' ') && second !== undefined
  const name = isFamilyName ? `${first}, ${second}` : first
  const team = (isFamilyName ? others : parts.slice(1)).join(', ')
  const isClear = isFamilyName && others.length > 0
  return { name, age: null, team: team || null, relay: null, ...(!isClear && { is_guess: true }) }
}
