import type { Word } from '../../../domain/reading/reading.ts'
import type { TableColumn } from '../../layout/table-header.ts'
import { isCurrency, isNumber, isPercent } from '../../values/numbers.ts'
import { boundingBox, type Segment, joinWords, type TextLine } from '../../text/text-lines.ts'
import type { HeaderCell } from './find-table-headers.ts'
import type { ColumnRole } from '../labels/vocabulary-index.ts'

/** The header cells, with the role that each is assumed to have. */
export type RoleAssignment = { cell: HeaderCell; role: ColumnRole }[]

const numberRoles: readonly ColumnRole[] = ['quantity', 'unit_price', 'discount', 'amount']

/** Maximum distance from a quantity or unit to its header, in ems. */
const unitReachEm = 2

/** Maximum number of assignments to try. No known invoice needs more. */
const maxAssignments = 6
const maxPartialAssignments = 48

/** Assigns one role per cell and one cell per role, most likely assignments first. */
export function assignRoles(cells: HeaderCell[], lines: TextLine[]): RoleAssignment[] {
  let assignments: RoleAssignment[] = [[]]
  for (const cell of cells) {
    const roles: ColumnRole[] = [...possibleRoles(cell, lines), 'other']
    assignments = assignments
      .flatMap((assignment) =>
        roles
          .filter(
            (role) => role === 'other' || assignment.every((assigned) => assigned.role !== role),
          )
          .map((role) => [...assignment, { cell, role }]),
      )
      .toSorted((a, b) => scoreOddity(a) - scoreOddity(b))
      .slice(0, maxPartialAssignments)
  }
  return assignments
    .toSorted(
      (a, b) => scoreOddity(a) + missingRolesPenalty(a) - scoreOddity(b) - missingRolesPenalty(b),
    )
    .slice(0, maxAssignments)
}

/**
 * Returns the roles that a header may have. A header that is not in the vocabulary may have any role that fits its
 * content.
 */
function possibleRoles(cell: HeaderCell, lines: TextLine[]): ColumnRole[] {
  if (cell.roles.length > 0) return cell.roles.filter(isUsed)
  return hasMostlyNumbers(cell, lines) ? ['quantity', 'unit_price', 'amount'] : ['description']
}

/** Penalises known headers without a role, unknown headers with a role, and columns in an unusual order. */
function scoreOddity(assignment: RoleAssignment): number {
  const position = (role: ColumnRole) => assignment.findIndex((assigned) => assigned.role === role)
  const unused = assignment.filter(
    ({ cell, role }) => role === 'other' && cell.roles.some(isUsed),
  ).length
  const guessed = assignment.filter(
    ({ cell, role }) => role !== 'other' && cell.roles.length === 0,
  ).length
  const pairs: [ColumnRole, ColumnRole][] = [
    ['no', 'description'],
    ['quantity', 'amount'],
    ['unit_price', 'amount'],
    ['quantity', 'unit_price'],
    ['description', 'amount'],
  ]
  const swapped = pairs.filter(
    ([left, right]) =>
      position(left) >= 0 && position(right) >= 0 && position(left) > position(right),
  )
  return 3 * unused + guessed + swapped.length
}

/** Penalises missing roles: every invoice has descriptions and amounts, and most have quantities and prices. */
function missingRolesPenalty(assignment: RoleAssignment): number {
  const weights: [ColumnRole, number][] = [
    ['description', 8],
    ['amount', 8],
    ['quantity', 3],
    ['unit_price', 3],
  ]
  return weights
    .filter(([name]) => assignment.every(({ role }) => role !== name))
    .reduce((sum, [, weight]) => sum + weight, 0)
}

function isUsed(role: ColumnRole): boolean {
  return role !== 'other'
}

/** Drops number columns that contain no numbers. Otherwise, they would attract numbers from adjacent columns. */
export function dropEmptyColumns(assignment: RoleAssignment, lines: TextLine[]): RoleAssignment {
  const numbers = collectWords(lines).filter(({ text }) => isNumber(text) || isPercent(text))
  const midpoint = (
    one: RoleAssignment[number] | undefined,
    other: RoleAssignment[number] | undefined,
  ) => (one && other ? (one.cell.box[2] + other.cell.box[0]) / 2 : undefined)
  return assignment.map((assigned, index) => {
    if (!numberRoles.includes(assigned.role)) return assigned
    const left = midpoint(assignment[index - 1], assigned) ?? -Infinity
    const right = midpoint(assigned, assignment[index + 1]) ?? Infinity
    const isFilled = numbers.some(({ box }) => box[0] < right && box[2] > left)
    return isFilled ? assigned : { ...assigned, role: 'other' }
  })
}

/** Infers the kind of a column without a role from the words below its header. */
export function toColumns(assignment: RoleAssignment, lines: TextLine[]): TableColumn[] {
  return assignment.map(({ cell, role }) => {
    const [left, , right] = cell.box
    const isNumeric = role === 'other' ? hasMostlyNumbers(cell, lines) : numberRoles.includes(role)
    return { name: role, kind: isNumeric ? 'number' : 'text', left, right }
  })
}

function hasMostlyNumbers({ box: [left, , right], words }: HeaderCell, lines: TextLine[]): boolean {
  if (words.length === 0) return false
  const below = collectWords(lines).filter(({ box }) => box[0] < right && box[2] > left)
  const numbers = below.filter(({ text }) => isNumber(text) || isCurrency(text) || isPercent(text))
  return numbers.length * 2 > below.length
}

/** True if most quantities are printed with their unit: `12 PCS`. */
export function hasUnits(assignment: RoleAssignment, lines: TextLine[]): boolean {
  const quantity = assignment.find(({ role }) => role === 'quantity')
  if (!quantity) return false
  const [left, , right] = quantity.cell.box
  const isNear = ({ box, font_size }: Word, reach: number) =>
    box[2] > left - reach * font_size && box[0] < right + reach * font_size
  const after = lines.flatMap((line) => {
    const words = collectWords([line])
    return words.flatMap((word, index) =>
      isNumber(word.text) && isNear(word, 0) ? [words[index + 1]] : [],
    )
  })
  const units = after.filter(
    (word) =>
      word &&
      isNear(word, unitReachEm) &&
      /^\p{L}{1,8}[23²³]?\.?$/u.test(word.text) &&
      !isCurrency(word.text),
  )
  return units.length * 2 > after.length
}

/** Parses a unit in a quantity header that applies to all rows: `QTY. (PCS)`, `Quantity/kg`. */
export function parseHeaderUnit(text: string): string | undefined {
  const [, unit] =
    /\(\s*(\p{L}{1,6})\.?\s*\)\s*$/u.exec(text) ?? /^[^/]+\/\s*(\p{L}{1,6})$/u.exec(text) ?? []
  return unit?.toUpperCase()
}

/**
 * Splits a description header that covers two columns: codes on the left, the description on the right. The codes
 * become a separate column. Columns of shorter codes between them get the role `other`.
 */
export function splitCodes(assignment: RoleAssignment, lines: TextLine[]): RoleAssignment {
  const at = assignment.findIndex(({ role }) => role === 'description')
  const assigned = assignment[at]
  if (!assigned || assignment.some(({ role }) => role === 'sku')) return assignment
  const left = assignment[at - 1]?.cell.box[2] ?? -Infinity
  const right = assignment[at + 1]?.cell.box[0] ?? Infinity
  const within = lines.flatMap(({ segments }) =>
    segments.filter(({ box }) => box[0] >= left - 1 && box[0] < right),
  )
  const [codes, ...others] = groupByLeftEdge(within)
  if (!codes || others.length === 0 || !codes.segments.every(isCode)) return assignment
  if (others.some((group) => group.left <= codes.right)) return assignment
  const short = others.slice(0, -1)
  const text = others.slice(
    short.every((group, index) => isShortCode(group, others[index + 1])) ? -1 : 0,
  )
  const part = (groups: LeftAlignedGroup[], role: ColumnRole): RoleAssignment[number] => ({
    role,
    cell: { ...assigned.cell, words: [], box: boundingBox(groups.flatMap(groupWords)) },
  })
  const dropped = others.filter((group) => !text.includes(group)).map((it) => part([it], 'other'))
  const columns = [part([codes], 'sku'), ...dropped, part(text, 'description')]
  return [...assignment.slice(0, at), ...columns, ...assignment.slice(at + 1)]
}

interface LeftAlignedGroup {
  left: number
  right: number
  segments: Segment[]
}

/** Groups segments by left edge, from left to right. */
function groupByLeftEdge(segments: Segment[]): LeftAlignedGroup[] {
  const groups: LeftAlignedGroup[] = []
  for (const segment of segments.toSorted((a, b) => a.box[0] - b.box[0])) {
    const group = groups.at(-1)
    if (group && segment.box[0] - group.left <= segment.font_size) {
      group.segments.push(segment)
      group.right = Math.max(group.right, segment.box[2])
    } else groups.push({ left: segment.box[0], right: segment.box[2], segments: [segment] })
  }
  return groups
}

function isCode({ words }: Segment): boolean {
  return words.length === 1 && isCodeText(joinWords(words))
}

/** True for one word of at least four letters and digits, with at least one digit. */
function isCodeText(text: string): boolean {
  return /^(?=.*\d)[\p{Lu}\p{N}][\p{L}\p{N}./_-]{3,}$/u.test(text) && !/[.,]\d{1,2}$/.test(text)
}

/**
 * True for a code with at least as many digits as letters. Outside a code column, a capitalised name with a number is
 * not a code.
 */
export function isArticleNumber(text: string): boolean {
  return isCodeText(text) && (text.match(/\d/g)?.length ?? 0) * 2 >= text.length
}

/** True for codes of up to three characters that are clearly separate from the next group. */
function isShortCode(
  { segments, right }: LeftAlignedGroup,
  next: LeftAlignedGroup | undefined,
): boolean {
  return right < (next?.left ?? 0) && segments.every(({ text }) => /^\w{1,3}$/.test(text))
}

function groupWords({ segments }: LeftAlignedGroup): Word[] {
  return segments.flatMap(({ words }) => words)
}

function collectWords(lines: TextLine[]): Word[] {
  return lines.flatMap(({ segments }) => segments.flatMap(({ words }) => words))
}
