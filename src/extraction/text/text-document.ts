import type { Page } from '../../domain/reading/reading.ts'
import { readTextLines, type Segment, type TextLine } from './text-lines.ts'

/** A document's lines, indexed by page and by segment. */
export interface TextDocument {
  lines: TextLine[]
  segments: Segment[]
  segments_by_page: Map<number, Segment[]>
  /** Size of each page in points. */
  page_sizes: Map<number, { width: number; height: number }>
  line_before: Map<Segment, TextLine | undefined>
}

export function readTextDocument(pages: Page[]): TextDocument {
  const lines = readTextLines(pages)
  const segments_by_page = new Map<number, Segment[]>(pages.map(({ number }) => [number, []]))
  const line_before = new Map<Segment, TextLine | undefined>()
  for (const [index, { page, segments }] of lines.entries()) {
    segments_by_page.get(page)?.push(...segments)
    for (const segment of segments) line_before.set(segment, lines[index - 1])
  }
  const page_sizes = new Map(pages.map(({ number, width, height }) => [number, { width, height }]))
  return { lines, segments: [...line_before.keys()], segments_by_page, page_sizes, line_before }
}
