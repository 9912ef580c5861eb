import type { Word } from '../../domain/reading/reading.ts'
import type { Column } from '../layout/table-header.ts'
import { isCurrency, isNumber, isPercent } from '../values/numbers.ts'
import { boundingBox, type Segment, joinWords, type TextLine } from '../text/text-lines.ts'
import type { HeadCell } from './find-table-headers.ts'
import type { ColumnRole } from './vocabulary-index.ts'

/** A head's cells, each with the one role it is taken to play. */
export type Assignment = { cell: HeadCell; role: ColumnRole }[]

const numberRoles: readonly ColumnRole[] = ['quantity', 'unit_price', 'discount', 'amount']

/** In ems: how far from its head a quantity or its unit may stand. */
const unitReach = 2

/** Of so many cells with two roles each, no invoice has more; beyond, the likeliest are enough. */
const mostAssignments = 6
const mostPartial = 48

/** The ways to give every cell one role and every role one cell, the likeliest first. */
export function assignRoles(cells: HeadCell[], lines: TextLine[]): Assignment[] {
  let ways: Assignment[] = [[]]
  for (const cell of cells) {
    const roles: ColumnRole[] = [...possibleRoles(cell, lines), 'other']
    ways = ways
      .flatMap((way) =>
        roles
          .filter((role) => role === 'other' || way.every((given) => given.role !== role))
          .map((role) => [...way, { cell, role }]),
      )
      .toSorted((a, b) => oddity(a) - oddity(b))
      .slice(0, mostPartial)
  }
  return ways
    .toSorted((a, b) => oddity(a) + lacks(a) - oddity(b) - lacks(b))
    .slice(0, mostAssignments)
}

/** Under a head that the vocabulary does not know may stand whatever is of the right kind. */
function possibleRoles(cell: HeadCell, lines: TextLine[]): ColumnRole[] {
  if (cell.roles.length > 0) return cell.roles.filter(isUsed)
  return holdsNumbers(cell, lines) ? ['quantity', 'unit_price', 'amount'] : ['description']
}

/** How strange an assignment is: known heads without a role, unknown ones with one, columns out of their usual order. */
function oddity(way: Assignment): number {
  const place = (role: ColumnRole) => way.findIndex((given) => given.role === role)
  const unused = way.filter(({ cell, role }) => role === 'other' && cell.roles.some(isUsed)).length
  const guessed = way.filter(({ cell, role }) => role !== 'other' && cell.roles.length === 0).length
  const pairs: [ColumnRole, ColumnRole][] = [
    ['no', 'description'],
    ['quantity', 'amount'],
    ['unit_price', 'amount'],
    ['quantity', 'unit_price'],
    ['description', 'amount'],
  ]
  const turned = pairs.filter(
    ([left, right]) => place(left) >= 0 && place(right) >= 0 && place(left) > place(right),
  )
  return 3 * unused + guessed + turned.length
}

/** Every invoice says what it is about and what that costs; most say how many and at what price. */
function lacks(way: Assignment): number {
  const weights: [ColumnRole, number][] = [
    ['description', 8],
    ['amount', 8],
    ['quantity', 3],
    ['unit_price', 3],
  ]
  return weights
    .filter(([name]) => way.every(({ role }) => role !== name))
    .reduce((sum, [, weight]) => sum + weight, 0)
}

function isUsed(role: ColumnRole): boolean {
  return role !== 'other'
}

/** A column of numbers in which none stands is left out, or it would attract those of its neighbours. */
export function withoutEmpty(way: Assignment, lines: TextLine[]): Assignment {
  const numbers = wordsOf(lines).filter(({ text }) => isNumber(text) || isPercent(text))
  const between = (one: Assignment[number] | undefined, other: Assignment[number] | undefined) =>
    one && other ? (one.cell.box[2] + other.cell.box[0]) / 2 : undefined
  return way.map((given, index) => {
    if (!numberRoles.includes(given.role)) return given
    const left = between(way[index - 1], given) ?? -Infinity
    const right = between(given, way[index + 1]) ?? Infinity
    const isFilled = numbers.some(({ box }) => box[0] < right && box[2] > left)
    return isFilled ? given : { ...given, role: 'other' }
  })
}

/** The columns under the heads; what a column of no role holds is seen from the lines. */
export function toColumns(way: Assignment, lines: TextLine[]): Column[] {
  return way.map(({ cell, role }) => {
    const [left, , right] = cell.box
    const isNumeric = role === 'other' ? holdsNumbers(cell, lines) : numberRoles.includes(role)
    return { name: role, kind: isNumeric ? 'number' : 'text', left, right }
  })
}

function holdsNumbers({ box: [left, , right], words }: HeadCell, lines: TextLine[]): boolean {
  if (words.length === 0) return false
  const under = wordsOf(lines).filter(({ box }) => box[0] < right && box[2] > left)
  const numbers = under.filter(({ text }) => isNumber(text) || isCurrency(text) || isPercent(text))
  return numbers.length * 2 > under.length
}

/** Whether quantities are printed with their units: `12 PCS`. */
export function hasUnits(way: Assignment, lines: TextLine[]): boolean {
  const quantity = way.find(({ role }) => role === 'quantity')
  if (!quantity) return false
  const [left, , right] = quantity.cell.box
  const isNear = ({ box, font_size }: Word, reach: number) =>
    box[2] > left - reach * font_size && box[0] < right + reach * font_size
  const after = lines.flatMap((line) => {
    const words = wordsOf([line])
    return words.flatMap((word, index) =>
      isNumber(word.text) && isNear(word, 0) ? [words[index + 1]] : [],
    )
  })
  const units = after.filter(
    (word) =>
      word &&
      isNear(word, unitReach) &&
      /^\p{L}{1,8}[23²³]?\.?$/u.test(word.text) &&
      !isCurrency(word.text),
  )
  return units.length * 2 > after.length
}

/** The unit that a head of quantities names for all of them: `QTY. (PCS)`, `Quantity/kg`. */
export function unitOfHead(text: string): string | undefined {
  const [, unit] =
    /\(\s*(\p{L}{1,6})\.?\s*\)\s*$/u.exec(text) ?? /^[^/]+\/\s*(\p{L}{1,6})$/u.exec(text) ?? []
  return unit?.toUpperCase()
}

/**
 * A column of text may hold several under one head: codes that stand apart on the left, then the text itself. The
 * codes become a column of their own; shorter ones between are dropped.
 */
export function partCodes(way: Assignment, lines: TextLine[]): Assignment {
  const at = way.findIndex(({ role }) => role === 'description')
  const given = way[at]
  if (!given || way.some(({ role }) => role === 'sku')) return way
  const left = way[at - 1]?.cell.box[2] ?? -Infinity
  const right = way[at + 1]?.cell.box[0] ?? Infinity
  const within = lines.flatMap(({ segments }) =>
    segments.filter(({ box }) => box[0] >= left - 1 && box[0] < right),
  )
  const [codes, ...others] = toStacks(within)
  if (!codes || others.length === 0 || !codes.segments.every(isCode)) return way
  if (others.some((stack) => stack.left <= codes.right)) return way
  const short = others.slice(0, -1)
  const text = others.slice(
    short.every((stack, index) => isShort(stack, others[index + 1])) ? -1 : 0,
  )
  const part = (stacks: Stack[], role: ColumnRole): Assignment[number] => ({
    role,
    cell: { ...given.cell, words: [], box: boundingBox(stacks.flatMap(wordsIn)) },
  })
  const dropped = others.filter((stack) => !text.includes(stack)).map((it) => part([it], 'other'))
  const parted = [part([codes], 'sku'), ...dropped, part(text, 'description')]
  return [...way.slice(0, at), ...parted, ...way.slice(at + 1)]
}

interface Stack {
  left: number
  right: number
  segments: Segment[]
}

/** Pieces of text that begin at the same place, from left to right. */
function toStacks(segments: Segment[]): Stack[] {
  const stacks: Stack[] = []
  for (const segment of segments.toSorted((a, b) => a.box[0] - b.box[0])) {
    const stack = stacks.at(-1)
    if (stack && segment.box[0] - stack.left <= segment.font_size) {
      stack.segments.push(segment)
      stack.right = Math.max(stack.right, segment.box[2])
    } else stacks.push({ left: segment.box[0], right: segment.box[2], segments: [segment] })
  }
  return stacks
}

function isCode({ words }: Segment): boolean {
  return words.length === 1 && isCodeText(joinWords(words))
}

/** An article's number: at least four letters and figures in one word, some of them figures. */
function isCodeText(text: string): boolean {
  return /^(?=.*\d)[\p{Lu}\p{N}][\p{L}\p{N}./_-]{3,}$/u.test(text) && !/[.,]\d{1,2}$/.test(text)
}

/** Mostly figures: a name in capitals with a number in it is no code where nothing sets it apart. */
export function isArticleNumber(text: string): boolean {
  return isCodeText(text) && (text.match(/\d/g)?.length ?? 0) * 2 >= text.length
}

/** A stack of marks of up to three letters that stands apart from the next. */
function isShort({ segments, right }: Stack, next: Stack | undefined): boolean {
  return right < (next?.left ?? 0) && segments.every(({ text }) => /^\w{1,3}$/.test(text))
}

function wordsIn({ segments }: Stack): Word[] {
  return segments.flatMap(({ words }) => words)
}

function wordsOf(lines: TextLine[]): Word[] {
  return lines.flatMap(({ segments }) => segments.flatMap(({ words }) => words))
}
