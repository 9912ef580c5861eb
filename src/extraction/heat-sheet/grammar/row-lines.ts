import type { Page, Word } from '../../../domain/reading/reading.ts'
import type { MeetGrammar } from './grammar.ts'
import { listPageLines } from './page-lines.ts'
import type { RowTable, TableRow } from './row-table.ts'
import { parseStartTime } from './times.ts'
import { toWordPattern } from './word-pattern.ts'

/** Fewer lines may be a note: `Event 5 moves to heat 2, lane 3`. */
const minLines = 3

/**
 * Finds lines that state their event, heat and lane in words, below the swimmers' names: `Event 5: 100m Backstroke,
 * heat 2, lane 4 (1:02.33)`, `E5 H2 L4`.
 */
export function findRowLines(pages: Page[], grammar: MeetGrammar): RowTable | undefined {
  const patterns = createLinePatterns(grammar)
  if (pages.reduce((sum, { text }) => sum + countLines(text, patterns), 0) < minLines)
    return undefined
  const lines = listPageLines(pages)
  const rows = lines.map((line, at) => ({
    ...line,
    cells: readCells(line, patterns, grammar),
    is_above_rows: matchLine(lines[at + 1]?.text ?? '', patterns) !== undefined,
  }))
  // A swimmer's name is printed above the first line.
  const first = Math.max(0, rows.findIndex(({ cells }) => cells.length > 0) - 1)
  return {
    above: lines.slice(0, first),
    columns: ['event', 'heat', 'lane', 'seed'],
    rows: rows.slice(first),
  }
}

function countLines(text: string, patterns: LinePattern[]): number {
  return text.split('\n').filter((line) => matchLine(line.trim().replace(/\s+/g, ' '), patterns))
    .length
}

interface LinePattern {
  /** The pattern for heat and lane alone, without the text around them, which is fast enough to test on every line. */
  quick: RegExp
  full: RegExp
}

function createLinePatterns({ vocabulary: words }: MeetGrammar): LinePattern[] {
  const word = (own: readonly string[]) => `${toWordPattern(own)}\\s*(?:n[°ºo]\\.?|nr\\.?|#)?\\s*`
  const letter = (own: readonly string[]) => `(?<!\\p{L})[${listInitials(own)}]\\s?`
  const of = `(?:\\s*(?:${toWordPattern(words.of)}|/)\\s*\\d{1,3})?`
  const [between, before, after] = ['[\\s,;–-]*', '^(?<before>.*?)', '(?!\\d)(?<after>.*)$']
  const event = '(?<event>\\d{1,3}[A-Z]?)(?![.:,]\\d)'
  const toPlace = (mark: typeof word) =>
    `${mark(words.heat)}(?<heat>\\d{1,3})${of}${between}${mark(words.lane)}(?<lane>\\d{1,2})`
  const compile = (start: string, place: string) => ({
    quick: new RegExp(place, 'iu'),
    full: new RegExp(`${before}${start}${between}${place}${after}`, 'iu'),
  })
  return [
    compile(`${word(words.event)}${event}(?<name>.*?)`, toPlace(word)),
    compile(`${letter(words.event)}${event}`, toPlace(letter)),
  ]
}

function listInitials(words: readonly string[]): string {
  return [...new Set(words.map((word) => word[0] ?? ''))].join('')
}

function matchLine(text: string, patterns: LinePattern[]): Record<string, string> | undefined {
  if (text.length > maxLine || !/\d.*\d.*\d/.test(text)) return undefined
  return patterns
    .filter(({ quick }) => quick.test(text))
    .map(({ full }) => full.exec(text)?.groups)
    .find((groups) => groups)
}

/** In characters. The limit bounds the work that a hostile line causes. */
const maxLine = 300

function readCells(
  { text }: { text: string; words: Word[] },
  patterns: LinePattern[],
  grammar: MeetGrammar,
): TableRow['cells'] {
  const groups = matchLine(text, patterns)
  if (!groups) return []
  const { before = '', event = '', name = '', heat = '', lane = '', after = '' } = groups
  const seed = after.split(/[\s();]+|,(?![\d-])/).find((word) => grammar.isSeed(word))
  const clock = /(?<![\d.])\d{1,2}[:h]\d{2}(?:\s?[ap]m)?(?!\d)/i.exec(before)?.[0] ?? ''
  const day = before.replace(clock, '').replace(/^[\s,;:–-]+|[\s,;:–-]+$/g, '')
  const rest = name.trim() === '' ? after.replace(seed ?? '', '') : name
  return [
    {
      column: 'event',
      title: '',
      text: `${event} ${rest.replace(/^[\s,;:.–-]+|[\s,;:()–-]+$/g, '')}`,
    },
    { column: 'heat', title: '', text: heat },
    { column: 'lane', title: '', text: lane },
    { column: 'seed', title: '', text: seed ?? '' },
    ...(day === '' ? [] : [{ column: 'session' as const, title: '', text: day }]),
    ...(parseStartTime(clock) === null
      ? []
      : [{ column: 'other' as const, title: '', text: clock }]),
  ]
}
