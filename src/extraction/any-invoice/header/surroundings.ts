import type { Segment } from '../../text/text-lines.ts'
import { tokenize } from '../labels/phrases.ts'
import type { LabelIndex, LabelMeaning } from './label-index.ts'
import type { PageView } from './page-view.ts'

/** The texts near a value that may be its label, by position relative to the value. */
export interface Surroundings {
  inside: string
  left: string
  /** True if the text to the left is too far away to be a certain label. */
  is_left_far: boolean
  above: string
  /** The label above the text to the left, if both labels are in one row: `Type` in `Type | No.` above. */
  label_of_left: string
}

/** Maximum number of words in a label directly before its value. */
const maxLabelTokens = 7
/** A label is rarely farther than this from its value, in ems. */
const maxGapEm = 22

export function findSurroundings(view: PageView, segment: Segment, start: number): Surroundings {
  const left = view.findLeftNeighbour(segment)
  const above = view.findAboveNeighbour(segment)
  return {
    inside: segment.text.slice(0, start),
    left: view.findLeftText(segment),
    is_left_far: left !== undefined && segment.box[0] - left.box[2] > maxGapEm * segment.font_size,
    above: above ? above.text : '',
    label_of_left: (left && above && findLabelOfLeft(view, left, above)) ?? '',
  }
}

/** Returns the label above the text to the left, if it is in one row with the label above the value. */
function findLabelOfLeft(view: PageView, left: Segment, label: Segment): string | undefined {
  const own = view.findAboveNeighbour(left)
  const isRow =
    own !== undefined &&
    own !== label &&
    own.box[2] < label.box[0] &&
    Math.abs(own.baseline - label.baseline) < 1 &&
    !/[\d:]/.test(own.text + label.text) &&
    !left.text.endsWith(':')
  return isRow ? own.text : undefined
}

const maxLabelLength = 60

/**
 * Returns the nearest text that contains a letter, without its colon. Tries the segment itself, then the text to its
 * left, then the text above.
 */
export function findNearestLabel({
  inside,
  left,
  above,
}: Pick<Surroundings, 'inside' | 'left' | 'above'>): {
  label?: string
} {
  const nearest = [takeLastWords(inside), left, above].find((text) => /\p{L}/u.test(text)) ?? ''
  const label = nearest.replace(/[\s:=#]+$/, '').trim()
  return label === '' || label.length > maxLabelLength ? {} : { label }
}

/** Classifies a field's label by the meanings of its words. */
type ClassifyLabel = (meanings: ReadonlySet<LabelMeaning>, text: string) => string

/**
 * Returns features such as `in_sure`, `left_other` and `above_sure_x`. The nearest label counts in full. Labels inside
 * the segment are nearest, then those to the left, then those above. Labels farther away get the suffix `_x`.
 */
export function labelFeatures(
  surroundings: Surroundings,
  labels: LabelIndex,
  classifyLabel: ClassifyLabel,
): string[] {
  const features: string[] = []
  let hasLabel = false
  for (const [direction, text] of [
    ['in', takeLastWords(surroundings.inside)],
    ['left', takeLastWords(surroundings.left)],
    ['above', surroundings.above],
  ] as const) {
    if (!/\p{L}/u.test(text)) continue
    if (direction === 'left' && isValueInRow(surroundings, labels, classifyLabel)) continue
    const role =
      direction === 'above'
        ? findRoleAbove(text, labels, classifyLabel)
        : findRole(text, labels, classifyLabel)
    const isFar = direction === 'left' && surroundings.is_left_far
    features.push(`${direction}_${role}${hasLabel ? '_x' : isFar ? '_far' : ''}`)
    if ((role !== 'unknown' && !isFar) || direction === 'in') hasLabel = true
  }
  const isOtherLabel = /:\s*$/.test(surroundings.left) && features.includes('left_unknown_x')
  if (isOtherLabel) features.push('foreign_label')
  return features.length === 0 ? ['no_label'] : features
}

/** True for a value in a row of boxes, if the label above names the value and the text to the left is another value. */
function isValueInRow(
  { left, above, label_of_left }: Surroundings,
  labels: LabelIndex,
  classifyLabel: ClassifyLabel,
): boolean {
  const names = (text: string) => namingRoles.includes(findRole(text, labels, classifyLabel))
  return label_of_left !== '' && names(above) && !names(left)
}

const namingRoles = ['sure', 'likely', 'titled', 'other', 'due']

function findRole(text: string, labels: LabelIndex, classifyLabel: ClassifyLabel): string {
  const label = labels.find(text)
  if (!label) return 'unknown'
  const isAtEdge = label.start === 0 || label.start + label.length === label.of
  const isLabel = label.of <= maxLabelTokens && (isAtEdge || 2 * label.length >= label.of)
  return isLabel || /:\s*$/.test(text) ? classifyLabel(label.meanings, text) : 'unknown'
}

/**
 * Returns the role that the line above gives to a value. The label may be only the end of that line: `Rechnung Nr. 17
 * vom`.
 */
function findRoleAbove(text: string, labels: LabelIndex, classifyLabel: ClassifyLabel): string {
  const role = findRole(text, labels, classifyLabel)
  if (role !== 'unknown' || text.includes(':')) return role
  return findRole(text.split(' ').slice(-sentenceEndWords).join(' '), labels, classifyLabel)
}

const sentenceEndWords = 2

function takeLastWords(text: string): string {
  const words = text.trim().split(/\s+/)
  return tokenize(text).length > maxLabelTokens ? words.slice(-maxLabelTokens).join(' ') : text
}
