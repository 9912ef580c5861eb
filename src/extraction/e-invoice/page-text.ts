import type { Box, Page } from '../../domain/reading/reading.ts'
import { parseNumber } from '../values/numbers.ts'
import { boundingBox, readTextLines, type Segment, joinWords } from '../text/text-lines.ts'

/** Where something stands on a page, and how it is written there. */
export interface Place {
  page: number
  box: Box
  text: string
  /** The line of text, counted over all pages. */
  line: number
}

interface Piece extends Segment {
  line: number
}

export interface PageText {
  pieces: Piece[]
  pieces_by_line: Piece[][]
  /** The places of every number, by each value that its notation may have: `1.234` is 1234 or 1.234. */
  numbers: Map<string, Place[]>
}

/** No name or number that a page shows is longer, and no longer one may become a pattern. */
const longestText = 200

/** Groups of thousands may be parted by a space, as in French, or an apostrophe, as in Swiss notation. */
const notations = [String.raw`\d+(?:[.,]\d+)*`, String.raw`\d{1,3}(?:[ '’]\d{3})+(?:[.,]\d+)?`]

/** Not the middle of an article number; but the name of a currency may touch a number. */
const numberPatterns = notations.map(
  (digits) =>
    new RegExp(
      String.raw`(?<![\p{L}\p{N}.,]|[\p{L}\p{N}][-/])(?:\p{L}{2,3}\.?|[$€£¥])?(?<sign>[-–−(]?) ?(?<digits>${digits})(?<minus>[-–−]?)(?=(?:\p{L}{3})?(?![\p{L}\p{N}]))`,
      'gu',
    ),
)

export function readPageText(pages: Page[]): PageText {
  const pieces_by_line = readTextLines(pages).map(({ segments }, line) =>
    segments.map((segment) => ({ ...segment, line })),
  )
  const pieces = pieces_by_line.flat()
  const numbers = new Map<string, Place[]>()
  for (const piece of pieces) {
    for (const match of numberPatterns.flatMap((pattern) => [...piece.text.matchAll(pattern)])) {
      const place = placeOf(piece, match)
      for (const value of valuesOf(match)) {
        const places = numbers.get(value)
        if (places) places.push(place)
        else numbers.set(value, [place])
      }
    }
  }
  return { pieces, pieces_by_line, numbers }
}

/** The first place where a text stands by itself, whatever its spaces and upper case. */
export function findText(pieces: readonly Piece[], wanted: string): Place | undefined {
  const characters = [...wanted.replace(/\s/g, '')]
  if (characters.length === 0 || characters.length > longestText) return undefined
  const spaced = characters.map(escapeCharacter).join(String.raw`\s?`)
  return findPattern(pieces, new RegExp(`(?<![\\p{L}\\p{N}])${spaced}(?![\\p{L}\\p{N}])`, 'iu'))
}

export function findPattern(pieces: readonly Piece[], pattern: RegExp): Place | undefined {
  for (const piece of pieces) {
    const match = pattern.exec(piece.text)
    if (match) return placeOf(piece, match)
  }
  return undefined
}

/** A minus may stand on either side, and parentheses mean the same. */
function valuesOf({ groups = {} }: RegExpExecArray): Set<string> {
  const { sign = '', digits = '', minus = '' } = groups
  const plain = digits.replace(/[ '’]/g, '')
  const values = [parseNumber(plain, '1.234,56'), parseNumber(plain, '1,234.56')]
  const isNegative = sign !== '' || minus !== ''
  return new Set(
    values.flatMap((value) => value ?? []).map((value) => (isNegative ? `-${value}` : value)),
  )
}

/** The words that a match touches. */
function placeOf(piece: Piece, { 0: matched, index }: RegExpExecArray): Place {
  let start = 0
  const words = piece.words.filter(({ text }) => {
    const end = start + text.length
    const isTouched = start < index + matched.length && end > index
    start = end + 1
    return isTouched
  })
  return { page: piece.page, box: boundingBox(words), text: joinWords(words), line: piece.line }
}

function escapeCharacter(character: string): string {
  return character.replace(/[\\^$.*+?()[\]{}|/]/u, String.raw`\$&`)
}
