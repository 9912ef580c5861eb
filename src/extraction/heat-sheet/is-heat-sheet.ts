import type { Page } from '../../domain/reading/reading.ts'
import { buildLines, type Line } from '../text/build-lines.ts'
import { joinWords, toSegments } from '../text/text-lines.ts'
import type { MeetGrammar } from './grammar/grammar.ts'
import { splitHeatTitle, splitJointTitle, takeFirstCell } from './grammar/joint-titles.ts'
import { learnGrammar } from './learn-grammar.ts'
import { parseNumberedTitle } from './grammar/numbered-titles.ts'
import { findTitleLefts } from './lines/page-columns.ts'
import { findRowSheet } from './read-row-table.ts'
import { joinFragments } from './lines/join-fragments.ts'
import { removeLeaders } from './lines/remove-leaders.ts'
import { isSessionReport } from './session-report.ts'

/**
 * True for a document with swimming events, and heats or an entry list, which other documents do not have. Uses the
 * reader's grammar, so every accepted sheet can be read.
 */
export function isHeatSheet(printed: Page[], base: MeetGrammar): boolean {
  const pages = removeLeaders(joinFragments(printed))
  if (pages.some(({ text }) => isSessionReport(text))) return true
  if (findRowSheet(pages, base)) return true
  const grammar = learnGrammar(pages, base)
  const lines = pages.flatMap(({ text }) =>
    text.split('\n').flatMap((line) => line.trim().replace(/\s+/g, ' ') || []),
  )
  const isNumbered = lines.some((line, at) =>
    parseNumberedTitle(line, lines[at + 1] ?? '', grammar),
  )
  if (!isNumbered && !pages.some(({ text }) => grammar.mentionsEvent(text))) return false
  const texts = pages.flatMap(({ words }) => listTitles(words, grammar))
  const isSplitTitle = (line: string, at: number) =>
    grammar.isEventNumber(line) &&
    lines.slice(at + 1, at + 5).some((next) => grammar.parseEventTitle(`${line} ${next}`))
  const isJoined = (line: Line, at: number, all: Line[]) => {
    const number = joinWords(takeFirstCell(line.words))
    return grammar.isEventNumber(number) && isNamed(number, all.slice(at, at + 5), grammar)
  }
  const hasEvent =
    isNumbered ||
    pages.some(({ words }) => buildLines(words).some(isJoined)) ||
    texts.some((text) => grammar.parseEventTitle(text)) ||
    lines.some(isSplitTitle)
  const isHeat = (text: string) => grammar.parseHeatTitle(text) ?? /^H\d+ L\d/.test(text)
  return hasEvent && (texts.some(isHeat) || isEntryList(pages, grammar))
}

/** Returns lines, and parts of lines that start with a title, because two columns may share a line. */
function listTitles(words: Page['words'], grammar: MeetGrammar): string[] {
  return buildLines(words).flatMap((line) => {
    const joint = splitJointTitle(line.words, grammar)
    if (joint) return [joinWords(joint.event), joinWords(joint.heat)]
    const heat = splitHeatTitle(line.words, grammar)
    if (heat) return heat.map(joinWords)
    const lefts = findTitleLefts(line, grammar)
    return lefts.map((left, at) => {
      const end = lefts[at + 1] ?? Infinity
      return joinWords(line.words.filter(({ box }) => box[0] >= left && box[0] < end))
    })
  })
}

/** True if a cell of these lines completes an event's number to a title. */
function isNamed(number: string, lines: Line[], grammar: MeetGrammar): boolean {
  return lines.some(({ words }) =>
    toSegments(words, 0).some(({ text }) => grammar.parseEventTitle(`${number} ${text}`)),
  )
}

const minEntries = 3

/** True for a psych sheet: its title says so, or its rows have a rank, a name and a time below a table header. */
function isEntryList(pages: Page[], grammar: MeetGrammar): boolean {
  const lines = pages.flatMap(({ words }) => buildLines(words))
  const texts = lines.map((line) => joinWords(line.words))
  if (texts.some((text) => grammar.isPageTitle(text))) return true
  const hasHeader = texts.some((text) => grammar.isTableHeader(text))
  const isEntry = (text: string) =>
    grammar.looksLikeEntry(text) || (hasHeader && isUntimedEntry(text, grammar))
  if (texts.filter(isEntry).length < minEntries) return false
  // The title may follow the day of the event or the meet: `14.03.2026 - 9:00   Entry list`, `Open - Entry list`.
  const isNamed = ({ words }: Line) =>
    toSegments(words, 0)
      .flatMap(({ text }) => text.split(/\s[-–]\s/))
      .some((text) => grammar.isPageTitle(text))
  return hasHeader || lines.some(isNamed)
}

/** True for a number, a name and an age without a time, as in a list of starters in open water. */
function isUntimedEntry(text: string, grammar: MeetGrammar): boolean {
  const words = text.split(' ')
  const front = grammar.readFront(text)
  return (
    front !== undefined &&
    /^\p{Lu}/u.test(words[front.count] ?? '') &&
    words.slice(front.count + 1).some((word) => /\d{2}/.test(word) && grammar.isAge(word))
  )
}
