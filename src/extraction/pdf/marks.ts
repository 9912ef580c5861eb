import type { Box } from '../../domain/reading.ts'
import { doubles, floats, type PdfDocument } from './engine.ts'
import { type Glyph, type Mark, space } from './glyph.ts'
import type { Point, ToUpright } from './upright.ts'
import { xmlText } from './xml-text.ts'

/** The text of a page, open in pdfium. */
export interface TextPage {
  document: PdfDocument
  handle: number
  upright: ToUpright
}

/** In points. */
const sameSpot = 0.02

/** What a page draws, in the order in which it draws it. */
export function* readMarks(page: TextPage): Generator<Mark> {
  const count = page.document.engine.FPDFText_CountChars(page.handle)
  for (let index = 0; index < count; index++) {
    const text = characterAt(page, index)
    if (text === ' ') {
      yield space
    } else if (xmlText(text) !== '') {
      const glyph = glyphAt(page, index, text)
      if (isSomewhere(glyph)) yield glyph
    }
  }
}

function characterAt({ document: { engine }, handle }: TextPage, index: number): string {
  const code = engine.FPDFText_GetUnicode(handle, index)
  // Fonts may claim codes that Unicode does not have.
  if (code < 0 || code > 0x10ffff) return '\ufffd'
  // pdfium hides the hyphen at the end of a line behind U+0002.
  if (code === 0x02 && engine.FPDFText_IsHyphen(handle, index) === 1) return '-'
  // "Microsoft: Print To PDF" takes Cambria's second shape of f for a Greek beta.
  if (code === 0x03d0) return 'f'
  const text = String.fromCodePoint(code)
  return /\s/.test(text) ? ' ' : text
}

function glyphAt(page: TextPage, index: number, text: string): Glyph {
  const { engine } = page.document
  const { direction, scale } = writingAt(page, index)
  const [x, baseline] = originAt(page, index)
  const [start, end] = extentAt(page, index, direction)
  const object = engine.FPDFText_GetTextObject(page.handle, index)
  const box = inkAt(page, index)
  return {
    text,
    box,
    baseline,
    size: engine.FPDFText_GetFontSize(page.handle, index) * scale,
    direction,
    start,
    end,
    level: baseline * direction[0] - x * direction[1],
    object,
    is_before_space: endsInSpace(page, object, { ink: box[2], end, direction }),
  }
}

/**
 * pdfium drops the space at the end of a line, yet its box of the instruction reaches to where that
 * space began: past the ink of the last letter, as far as the font makes that letter wide.
 */
function endsInSpace(
  { document, upright }: TextPage,
  object: number,
  last: { ink: number; end: number; direction: Point },
): boolean {
  const { engine, scratch } = document
  if (last.direction[0] < 0.99 || last.end - last.ink < 2 * sameSpot) return false
  if (!engine.FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12)) {
    return false
  }
  const [left, bottom, right, top] = floats(document)
  const edge = Math.max(upright([left, top])[0], upright([right, bottom])[0])
  return Math.abs(edge - last.end) < sameSpot
}

/** The text matrix tells which way a glyph is turned, and how much it is larger than its font size. */
function writingAt({ document, handle, upright }: TextPage, index: number) {
  document.engine.FPDFText_GetMatrix(handle, index, document.scratch)
  const [a, b, c, d] = floats(document)
  const [fromX, fromY] = upright([0, 0])
  const [toX, toY] = upright([a, b])
  const length = Math.hypot(a, b)
  const direction: Point = [(toX - fromX) / length, (toY - fromY) / length]
  return { direction, scale: Math.hypot(c, d) }
}

function originAt({ document, handle, upright }: TextPage, index: number): Point {
  const { engine, scratch } = document
  engine.FPDFText_GetCharOrigin(handle, index, scratch, scratch + 8)
  const [x, y] = doubles(document)
  return upright([x, y])
}

function inkAt({ document, handle, upright }: TextPage, index: number): Box {
  const { engine, scratch } = document
  engine.FPDFText_GetCharBox(handle, index, scratch, scratch + 8, scratch + 16, scratch + 24)
  const [left, right, bottom, top] = doubles(document)
  const [x1, y1] = upright([left, top])
  const [x2, y2] = upright([right, bottom])
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)]
}

/** By the width that the font gives the glyph: between the ink of two letters there are gaps. */
function extentAt({ document, handle, upright }: TextPage, index: number, [dx, dy]: Point): Point {
  document.engine.FPDFText_GetLooseCharBox(handle, index, document.scratch)
  const [left, top, right, bottom] = floats(document)
  const [x1, y1] = upright([left, top])
  const [x2, y2] = upright([right, bottom])
  const from = x1 * dx + y1 * dy
  const to = x2 * dx + y2 * dy
  return [Math.min(from, to), Math.max(from, to)]
}

/** Documents can place text at infinity, where no page is. */
function isSomewhere({ box: [left, top, right, bottom], start, end, level, size }: Glyph): boolean {
  return Number.isFinite(left + top + right + bottom + start + end + level + size)
}
