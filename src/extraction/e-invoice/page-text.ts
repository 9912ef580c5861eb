import type { Box, Page } from '../../domain/reading/reading.ts'
import { parseNumber } from '../values/numbers.ts'
import { boundingBox, readTextLines, type Segment, joinWords } from '../text/text-lines.ts'

export interface PageLocation {
  page: number
  box: Box
  text: string
  /** Index of the line, counted across all pages. */
  line: number
}

interface IndexedSegment extends Segment {
  line: number
}

export interface PageText {
  segments: IndexedSegment[]
  segments_by_line: IndexedSegment[][]
  /** Locations of numbers, by every value that the number may have: `1.234` is 1234 or 1.234. */
  numbers: Map<string, PageLocation[]>
}

/** Maximum length in characters, which limits pattern size. No printed name or number is longer. */
const maxTextLength = 200

/** Thousands separators include spaces (French) and apostrophes (Swiss). */
const digitPatterns = [String.raw`\d+(?:[.,]\d+)*`, String.raw`\d{1,3}(?:[ '’]\d{3})+(?:[.,]\d+)?`]

/** Excludes digits within an article number but allows a currency directly beside the number. */
const numberPatterns = digitPatterns.map(
  (digits) =>
    new RegExp(
      String.raw`(?<![\p{L}\p{N}.,]|[\p{L}\p{N}][-/])(?:\p{L}{2,3}\.?|[$€£¥])?(?<sign>[-–−(]?) ?(?<digits>${digits})(?<minus>[-–−]?)(?=(?:\p{L}{3})?(?![\p{L}\p{N}]))`,
      'gu',
    ),
)

export function readPageText(pages: Page[]): PageText {
  const segments_by_line = readTextLines(pages).map(({ segments }, line) =>
    segments.map((segment) => ({ ...segment, line })),
  )
  const segments = segments_by_line.flat()
  const numbers = new Map<string, PageLocation[]>()
  for (const segment of segments) {
    for (const match of numberPatterns.flatMap((pattern) => [...segment.text.matchAll(pattern)])) {
      const location = locateMatch(segment, match)
      for (const value of possibleValues(match)) {
        const locations = numbers.get(value)
        if (locations) locations.push(location)
        else numbers.set(value, [location])
      }
    }
  }
  return { segments, segments_by_line, numbers }
}

/** Returns the first match at word boundaries, ignoring spaces and case. */
export function findText(
  segments: readonly IndexedSegment[],
  wanted: string,
): PageLocation | undefined {
  const characters = [...wanted.replace(/\s/g, '')]
  if (characters.length === 0 || characters.length > maxTextLength) return undefined
  const spaced = characters.map(escapeCharacter).join(String.raw`\s?`)
  return findPattern(segments, new RegExp(`(?<![\\p{L}\\p{N}])${spaced}(?![\\p{L}\\p{N}])`, 'iu'))
}

export function findPattern(
  segments: readonly IndexedSegment[],
  pattern: RegExp,
): PageLocation | undefined {
  for (const segment of segments) {
    const match = pattern.exec(segment.text)
    if (match) return locateMatch(segment, match)
  }
  return undefined
}

/** Returns the values that the number may have. A minus sign on either side, or parentheses, make it negative. */
function possibleValues({ groups = {} }: RegExpExecArray): Set<string> {
  const { sign = '', digits = '', minus = '' } = groups
  const plain = digits.replace(/[ '’]/g, '')
  const values = [parseNumber(plain, '1.234,56'), parseNumber(plain, '1,234.56')]
  const isNegative = sign !== '' || minus !== ''
  return new Set(
    values.flatMap((value) => value ?? []).map((value) => (isNegative ? `-${value}` : value)),
  )
}

/** Returns the location of every word that the match touches. */
function locateMatch(
  segment: IndexedSegment,
  { 0: matched, index }: RegExpExecArray,
): PageLocation {
  let start = 0
  const words = segment.words.filter(({ text }) => {
    const end = start + text.length
    const isTouched = start < index + matched.length && end > index
    start = end + 1
    return isTouched
  })
  return { page: segment.page, box: boundingBox(words), text: joinWords(words), line: segment.line }
}

function escapeCharacter(character: string): string {
  return character.replace(/[\\^$.*+?()[\]{}|/]/u, String.raw`\$&`)
}
