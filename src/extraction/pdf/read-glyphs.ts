import type { Box } from '../../domain/reading/reading.ts'
import { readDoubles, readFloats, type PdfDocument } from './engine.ts'
import { type Glyph, type GlyphOrSpace, inferredSpace, space } from './glyph.ts'
import type { Point, UprightTransform } from './page-rotation.ts'
import { toXmlSafeText } from '../text/xml-text.ts'

/** The text on a page that pdfium has open. */
export interface TextPage {
  document: PdfDocument
  handle: number
  upright: UprightTransform
}

/** Properties that all letters in a text object share. */
interface TextRun {
  object: number
  direction: Point
  size: number
  /** Right edge of the text object. Undefined if it cannot reveal a trailing space. */
  edge: number | undefined
}

const positionTolerancePt = 0.02

/** Yields glyphs and spaces in drawing order. */
export function* readGlyphs(page: TextPage): Generator<GlyphOrSpace> {
  const { engine } = page.document
  const count = engine.FPDFText_CountChars(page.handle)
  let run: TextRun | undefined
  for (let index = 0; index < count; index++) {
    const text = readCharacter(page, index)
    if (text === ' ') {
      yield engine.FPDFText_IsGenerated(page.handle, index) === 1 ? inferredSpace : space
    } else if (toXmlSafeText(text) !== '') {
      const object = engine.FPDFText_GetTextObject(page.handle, index)
      if (object === 0 || object !== run?.object) run = readTextRun(page, index, object)
      const glyph = readGlyph(page, index, text, run)
      if (isFinitelyPlaced(glyph)) yield glyph
    }
  }
}

function readCharacter({ document: { engine }, handle }: TextPage, index: number): string {
  const code = engine.FPDFText_GetUnicode(handle, index)
  // Almost all characters take this fast path.
  if (code > 0x20 && code < 0x7f) return String.fromCharCode(code)
  // A font may map to a code point outside Unicode.
  if (code < 0 || code > 0x10ffff) return '\ufffd'
  // pdfium reports a hyphen at the end of a line as U+0002.
  if (code === 0x02 && engine.FPDFText_IsHyphen(handle, index) === 1) return '-'
  // "Microsoft: Print To PDF" maps one of Cambria's alternate f glyphs to a Greek beta.
  if (code === 0x03d0) return 'f'
  const text = String.fromCodePoint(code)
  return /\s/.test(text) ? ' ' : text
}

function readGlyph(page: TextPage, index: number, text: string, run: TextRun): Glyph {
  const { object, direction, size, edge } = run
  const [x, baseline] = readOrigin(page, index)
  const [start, end] = readExtent(page, index, direction)
  const box = readInkBox(page, index)
  return {
    text,
    box,
    baseline,
    size,
    direction,
    start,
    end,
    level: baseline * direction[0] - x * direction[1],
    object,
    is_before_space: edge !== undefined && endsWithSpace(edge, box[2], end),
  }
}

/**
 * True if a space follows. pdfium drops a space at the end of a text object. The object's box still extends past the
 * last letter's ink by its advance width, to where the space starts.
 */
function endsWithSpace(edge: number, ink: number, end: number): boolean {
  return end - ink >= 2 * positionTolerancePt && Math.abs(edge - end) < positionTolerancePt
}

/** Reads the text matrix, which contains the rotation and the font scale. */
function readTextRun(page: TextPage, index: number, object: number): TextRun {
  const { document, handle, upright } = page
  document.engine.FPDFText_GetMatrix(handle, index, document.scratch)
  const [a, b, c, d] = readFloats(document)
  const length = Math.hypot(a, b)
  const direction: Point = [
    (upright.x(a, b) - upright.x(0, 0)) / length,
    (upright.y(a, b) - upright.y(0, 0)) / length,
  ]
  const size = document.engine.FPDFText_GetFontSize(handle, index) * Math.hypot(c, d)
  const edge = direction[0] < 0.99 ? undefined : findRightEdge(page, object)
  return { object, direction, size, edge }
}

function findRightEdge({ document, upright }: TextPage, object: number): number | undefined {
  const { engine, scratch } = document
  if (!engine.FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12)) {
    return undefined
  }
  const [left, bottom, right, top] = readFloats(document)
  return Math.max(upright.x(left, top), upright.x(right, bottom))
}

function readOrigin({ document, handle, upright }: TextPage, index: number): Point {
  const { engine, scratch } = document
  engine.FPDFText_GetCharOrigin(handle, index, scratch, scratch + 8)
  const [x, y] = readDoubles(document)
  return [upright.x(x, y), upright.y(x, y)]
}

function readInkBox({ document, handle, upright }: TextPage, index: number): Box {
  const { engine, scratch } = document
  engine.FPDFText_GetCharBox(handle, index, scratch, scratch + 8, scratch + 16, scratch + 24)
  const [left, right, bottom, top] = readDoubles(document)
  const [x1, y1] = [upright.x(left, top), upright.y(left, top)]
  const [x2, y2] = [upright.x(right, bottom), upright.y(right, bottom)]
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)]
}

/** Returns the extent by advance width, because the ink of adjacent letters leaves gaps. */
function readExtent(
  { document, handle, upright }: TextPage,
  index: number,
  [dx, dy]: Point,
): Point {
  document.engine.FPDFText_GetLooseCharBox(handle, index, document.scratch)
  const [left, top, right, bottom] = readFloats(document)
  const [x1, y1] = [upright.x(left, top), upright.y(left, top)]
  const [x2, y2] = [upright.x(right, bottom), upright.y(right, bottom)]
  const from = x1 * dx + y1 * dy
  const to = x2 * dx + y2 * dy
  return [Math.min(from, to), Math.max(from, to)]
}

/** True if all coordinates are finite. Documents can place text at infinity. */
function isFinitelyPlaced({
  box: [left, top, right, bottom],
  start,
  end,
  level,
  size,
}: Glyph): boolean {
  return Number.isFinite(left + top + right + bottom + start + end + level + size)
}
