import { unionBox } from '../text/box.ts'
import { type Glyph, isSameLine, isSpace, type GlyphOrSpace, overlapBetween } from './glyph.ts'

/**
 * Merges letters that are drawn twice at the same position. Some programs fake bold type this way. Others draw a letter
 * and then its accented form, so that Noémie would read "Noeémie".
 */
export function* mergeOverprints(marks: Iterable<GlyphOrSpace>): Generator<GlyphOrSpace> {
  let previous: GlyphOrSpace | undefined
  for (const mark of marks) {
    const merged = previous && mergePair(previous, mark)
    if (previous && !merged) yield previous
    previous = merged ?? mark
  }
  if (previous) yield previous
}

/** Returns undefined unless the second glyph overprints the first. */
function mergePair(one: GlyphOrSpace, other: GlyphOrSpace): Glyph | undefined {
  if (isSpace(one) || isSpace(other) || !isOverprint(one, other)) return undefined
  const accented = decompose(one.text).length > decompose(other.text).length ? one : other
  return {
    ...one,
    text: accented.text,
    box: unionBox(one.box, other.box),
    start: Math.min(one.start, other.start),
    end: Math.max(one.end, other.end),
  }
}

function isOverprint(one: Glyph, other: Glyph): boolean {
  const narrower = Math.min(one.end - one.start, other.end - other.start)
  return (
    one.object !== other.object &&
    overlapBetween(one, other) >= 0.9 * narrower &&
    isSameLine(one, other) &&
    decompose(one.text).codePointAt(0) === decompose(other.text).codePointAt(0)
  )
}

/** Separates a letter from its accents, so that the letter comes first. */
function decompose(text: string): string {
  return text.normalize('NFD')
}
