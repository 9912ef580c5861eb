import type { Word } from '../../domain/reading/reading.ts'
import type { TextLocation } from '../text/location.ts'
import { boundingBox, joinWords } from '../text/text-lines.ts'
import { type Cells, readRelayCells, readSwimmerCells } from './cells.ts'
import type { MeetGrammar } from './grammar/grammar.ts'
import type { RowFront } from './grammar/rows.ts'
import type { TableHeader } from './grammar/table-header.ts'
import type { Entry, MeetEvent } from './meet-program.ts'
import type { Row } from './page-rows.ts'

/** Matches an initial attached to the age; in a mixed event the letter is the sex. */
const attachedInitial = /^(?<name>[A-Z])(?<age>\d{1,2})$/
const attachedSeed = /^(.*\p{L})((?:\d{1,2}:)?\d{1,2}[.,]\d{2}[YLS]?)$/u

export function locateRow({
  page,
  words,
  text,
}: Pick<Row, 'page' | 'words' | 'text'>): TextLocation {
  return { page, box: boundingBox(words), text }
}

/** Titles that apply to a row. */
export interface RowContext {
  event: MeetEvent
  header: TableHeader | undefined
  grammar: MeetGrammar
}

/** Returns undefined for an empty lane. */
export function readEntry(row: Row, front: RowFront, context: RowContext): Entry | undefined {
  const { event, header, grammar } = context
  const words = row.words.slice(front.count).filter(({ text }) => !/^_+$/.test(text))
  if (words.length === 0) return undefined
  const { before, seed_time, qualifier } = splitSeed(words, grammar)
  const table = { left: row.left, header, grammar }
  const cells = event.is_relay ? readRelayCells(before, table) : readSwimmerCells(before, table)
  const corrected = event.is_mixed ? cells : moveAttachedInitial(cells)
  // Lane 0 before the first heat means that no lane is assigned yet.
  const number = front.number === 0 && front.is_lane ? null : front.number
  return { number, ...corrected, seed_time, qualifier, legs: [], place: locateRow(row) }
}

interface SeedSplit {
  before: Word[]
  seed_time: string | null
  qualifier: string | null
}

/** Takes the last time in a row as the seed time and the text after it as the qualifier. */
function splitSeed(row: Word[], grammar: MeetGrammar): SeedSplit {
  const words = row.flatMap((word) => splitAttachedSeed(word, grammar))
  const index = words.findLastIndex(({ text }, at) => at > 0 && grammar.isSeed(text))
  if (index < 0) return { before: words, seed_time: null, qualifier: null }
  const after = joinWords(words.slice(index + 1))
    .replace(/_+/g, '')
    .trim()
  return {
    before: words.slice(0, index),
    seed_time: words[index]?.text ?? null,
    qualifier: after === '' ? null : after,
  }
}

/** Splits a seed time from a long team name that touches it. */
function splitAttachedSeed(word: Word, grammar: MeetGrammar): Word[] {
  const [, team, time] = attachedSeed.exec(word.text) ?? []
  if (team === undefined || time === undefined || grammar.isSeed(word.text)) return [word]
  return [
    { ...word, text: team },
    { ...word, text: time },
  ]
}

/** Treats a letter before the age as an initial, because only mixed events print the sex there. */
function moveAttachedInitial(cells: Cells): Cells {
  const { name, age } = attachedInitial.exec(cells.age ?? '')?.groups ?? {}
  return name && age && cells.name ? { ...cells, name: `${cells.name} ${name}`, age } : cells
}
