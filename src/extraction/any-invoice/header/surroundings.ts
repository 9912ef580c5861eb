import type { Segment } from '../../text/text-lines.ts'
import { tokenize } from '../labels/phrases.ts'
import type { LabelIndex, Meaning } from './label-index.ts'
import type { PageView } from './page-view.ts'

/** Text that may name a value, by its position relative to the value. */
export interface Surroundings {
  inside: string
  left: string
  /** True if the text to the left is so far away that it may not be a label. */
  is_left_far: boolean
  above: string
}

/** A label directly before its value has at most this many words. */
const maxLabelTokens = 7
/** In ems: a label is rarely farther than this from its value. */
const maxGapEm = 22

export function findSurroundings(view: PageView, segment: Segment, start: number): Surroundings {
  const left = view.leftNeighbour(segment)
  const above = view.aboveNeighbour(segment)
  return {
    inside: segment.text.slice(0, start),
    left: left ? left.text : '',
    is_left_far: left !== undefined && segment.box[0] - left.box[2] > maxGapEm * segment.font_size,
    above: above ? above.text : '',
  }
}

/** Classifies a label for one field by the meanings of its words. */
type RoleOf = (meanings: ReadonlySet<Meaning>, text: string) => string

/**
 * Returns features such as `in_sure`, `left_other` and `above_sure_x`. The nearest label counts: inside the segment,
 * otherwise to the left, otherwise above; farther labels get the suffix `_x`.
 */
export function labelFeatures(around: Surroundings, labels: LabelIndex, roleOf: RoleOf): string[] {
  const features: string[] = []
  let hasLabel = false
  for (const [direction, text] of [
    ['in', lastWords(around.inside)],
    ['left', lastWords(around.left)],
    ['above', around.above],
  ] as const) {
    if (!/\p{L}/u.test(text)) continue
    const role =
      direction === 'above' ? roleAbove(text, labels, roleOf) : findRole(text, labels, roleOf)
    const isFar = direction === 'left' && around.is_left_far
    features.push(`${direction}_${role}${hasLabel ? '_x' : isFar ? '_far' : ''}`)
    if ((role !== 'unknown' && !isFar) || direction === 'in') hasLabel = true
  }
  const isForeign = /:\s*$/.test(around.left) && features.includes('left_unknown_x')
  if (isForeign) features.push('foreign_label')
  return features.length === 0 ? ['no_label'] : features
}

function findRole(text: string, labels: LabelIndex, roleOf: RoleOf): string {
  const label = labels.find(text)
  if (!label) return 'unknown'
  const isAtEdge = label.start === 0 || label.start + label.length === label.of
  const isLabel = label.of <= maxLabelTokens && (isAtEdge || 2 * label.length >= label.of)
  return isLabel || /:\s*$/.test(text) ? roleOf(label.meanings, text) : 'unknown'
}

/** A sentence above the value may end with its label: `Rechnung Nr. 17 vom`. */
function roleAbove(text: string, labels: LabelIndex, roleOf: RoleOf): string {
  const role = findRole(text, labels, roleOf)
  if (role !== 'unknown' || text.includes(':')) return role
  return findRole(text.split(' ').slice(-sentenceEndWords).join(' '), labels, roleOf)
}

const sentenceEndWords = 2

function lastWords(text: string): string {
  const words = text.trim().split(/\s+/)
  return tokenize(text).length > maxLabelTokens ? words.slice(-maxLabelTokens).join(' ') : text
}
