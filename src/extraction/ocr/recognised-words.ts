import type { Word } from '../../domain/reading/reading.ts'
import { roundToHundredths } from '../pdf/words.ts'
import { toXmlSafeText } from '../text/xml-text.ts'
import type { RecognisedLine, RecognisedWord } from './tesseract.ts'

export interface RecognisedText {
  words: Word[]
  /** Mean over all letters, from 0 to 1. Text that is not horizontal counts as 0. */
  confidence: number
}

// Typical x-height, cap height and descender depth, in ems.
const glyphExtentEm = { small: 0.52, tall: 0.72, down: 0.21 }

const speckLimits = { confidence: 0.3, longer: /[\p{L}\p{N}]{3}/u }

/** Converts recognised lines to words in points. `scale` is pixels per point. */
export function toWords(lines: RecognisedLine[], scale: number): RecognisedText {
  const read = lines.map((line) => ({
    is_level: findDirection(line) === 'level',
    words: line.words
      .map((word) => toWord(line, word, scale))
      .filter((word) => word.text !== '' && !isSpeck(word)),
  }))
  const words = read.flatMap((line) => line.words)
  const level = read.filter(({ is_level }) => is_level).flatMap((line) => line.words)
  const confidentLetters = sum(level.map(({ text, confidence = 0 }) => text.length * confidence))
  const letters = sum(words.map(({ text }) => text.length))
  return { words, confidence: roundToHundredths(letters === 0 ? 0 : confidentLetters / letters) }
}

function toWord(line: RecognisedLine, word: RecognisedWord, scale: number): Word {
  const { x0, y0, x1, y1 } = word.bbox
  const points = (pixels: number) => roundToHundredths(pixels / scale)
  return {
    text: stripTableRules(toXmlSafeText(word.text)),
    box: [points(x0), points(y0), points(x1), points(y1)],
    baseline: points(interpolateBaseline(line, (x0 + x1) / 2)),
    font_size: points(estimateFontSize(line)),
    confidence: word.confidence / 100,
  }
}

/** Removes bars and brackets around a word, because OCR reads table rules as these characters. */
function stripTableRules(text: string): string {
  const isBracketed = text.includes('[') && text.includes(']')
  const rules = isBracketed ? /^\|+|\|+$/g : /^[|[\]]+|[|[\]]+$/g
  return text.replace(rules, '').trim()
}

/** True for a short word with low confidence, because OCR reads dirt and signatures as such words. */
function isSpeck({ text, confidence = 0 }: Word): boolean {
  return confidence < speckLimits.confidence && !speckLimits.longer.test(text)
}

/** Estimates the font size from the ink's height, because Tesseract overestimates it for rows of digits. */
function estimateFontSize({ words }: RecognisedLine): number {
  const sizes = words.map(({ text, bbox }) => {
    const up = /^[acemnorsuvwxz.,:;-]+$/.test(text) ? glyphExtentEm.small : glyphExtentEm.tall
    const down = /[gjpqy,;()]/.test(text) ? glyphExtentEm.down : 0
    return (bbox.y1 - bbox.y0) / (up + down)
  })
  return sizes.toSorted((a, b) => a - b)[sizes.length >> 1] ?? 0
}

function interpolateBaseline({ baseline: { x0, y0, x1, y1 } }: RecognisedLine, x: number): number {
  return x1 === x0 ? y0 : y0 + ((y1 - y0) * (x - x0)) / (x1 - x0)
}

/** Returns the clockwise quarter turns that make most of the text horizontal. */
export function countTurnsToUpright(lines: RecognisedLine[]): 0 | 1 | 3 {
  const lettersByDirection = { level: 0, down: 0, up: 0 }
  for (const line of lines) {
    lettersByDirection[findDirection(line)] += sum(line.words.map(({ text }) => text.length))
  }
  if (lettersByDirection.level >= lettersByDirection.down + lettersByDirection.up) return 0
  return lettersByDirection.down > lettersByDirection.up ? 3 : 1
}

function findDirection({ baseline: { x0, y0, x1, y1 } }: RecognisedLine): 'level' | 'down' | 'up' {
  if (Math.abs(y1 - y0) <= Math.abs(x1 - x0)) return 'level'
  return y1 > y0 ? 'down' : 'up'
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
