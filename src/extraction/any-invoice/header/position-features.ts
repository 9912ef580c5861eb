import type { Segment } from '../../text/text-lines.ts'
import type { PageView } from './page-view.ts'

// Font sizes relative to the document's usual font size.
const largeRatio = 1.15
const hugeRatio = 1.5
const smallRatio = 0.87
const maxLabelledWords = 8

/** Returns features derived from a segment's position and font size. */
export function positionFeatures(view: PageView, segment: Segment): string[] {
  const height = view.relativeTop(segment)
  const ratio = segment.font_size / view.body_size
  const tests: [boolean, string][] = [
    [height < 0.15, 'top'],
    [height >= 0.15 && height < 0.3, 'upper'],
    [height >= 0.3 && height < 0.5, 'middle'],
    [height >= 0.5, 'low'],
    [height >= 0.88, 'foot'],
    [segment.page > 1, 'later_page'],
    [ratio >= largeRatio, 'large'],
    [ratio >= hugeRatio, 'huge'],
    [ratio < smallRatio, 'small'],
    [view.isInTable(segment), 'in_table'],
    [view.isBelowTable(segment), 'below_table'],
    [segment.words.length > maxLabelledWords, 'sentence'],
  ]
  return tests.flatMap(([holds, name]) => (holds ? [name] : []))
}
