import type { ColumnName, TableLayout } from '../../domain/mapping/invoice-layout.ts'
import type { Box } from '../../domain/reading/reading.ts'
import { findLabel } from '../text/labels.ts'
import type { Segment } from '../text/text-lines.ts'
import { toLocation } from '../text/location.ts'

export interface TableColumn {
  /** `other` stands for a column that is not read into a line item. */
  name: ColumnName | 'other'
  kind: 'number' | 'text'
  /** Horizontal extent of the header, and later of the words in the column. */
  left: number
  right: number
}

/** Returns the horizontal distance in points, or zero if the span and the column overlap. */
export function distanceToColumn(column: TableColumn, left: number, right: number): number {
  return Math.max(column.left - right, left - column.right, 0)
}

/** A table's header row on one page. */
export interface Header {
  columns: TableColumn[]
  /** Items start below this baseline. */
  baseline: number
  /** The labels found in the header row. */
  labels: Segment[]
}

const numberColumns = new Set<ColumnName>(['quantity', 'unit_price', 'discount', 'amount'])

export function isNumberColumn(name: ColumnName): boolean {
  return numberColumns.has(name)
}

/** Maximum height of a header row, in ems, which may have several lines. */
const maxHeaderHeightEm = 3

interface ColumnHeader {
  name: ColumnName
  isOptional: boolean
  places: Segment[]
}

/** Finds the header row: all required labels near the first label, in order from left to right. */
export function findHeader(layout: TableLayout, segments: Segment[]): Header | undefined {
  const { columns, optional, split } = layout
  const columnHeaders = (Object.keys(columns) as ColumnName[]).map((name): ColumnHeader => {
    const places = findLabels(columns[name] ?? [], segments)
    return { name, isOptional: optional?.includes(name) ?? false, places }
  })
  const first = columnHeaders.find(({ isOptional }) => !isOptional)
  for (const anchor of first?.places ?? []) {
    const row = findRow(columnHeaders, anchor)
    if (!row) continue
    const others = findOthers(
      layout,
      segments,
      anchor,
      row.map(({ label }) => label),
    )
    const labels = [...row.map(({ label }) => label), ...others]
    const found = row.map(({ name, label }) => toColumn(name, label.box, split))
    return {
      baseline: Math.max(...labels.map(({ baseline }) => baseline)),
      columns: [...found, ...others.map(toOtherColumn)].toSorted((a, b) => a.left - b.left),
      labels,
    }
  }
  return undefined
}

/** Returns each column's label near the anchor, or undefined if a required label is missing or the order differs. */
function findRow(columnHeaders: ColumnHeader[], anchor: Segment) {
  const row = columnHeaders.flatMap(({ name, isOptional, places }) => {
    const label = findNearestLabel(places, anchor)
    return label || !isOptional ? [{ name, label }] : []
  })
  const found = row.flatMap(({ name, label }) => (label ? [{ name, label }] : []))
  const isWhole = found.length === row.length && isLeftToRight(found.map(({ label }) => label))
  return isWhole ? found : undefined
}

/** Finds headers of columns that are not read. Ignores text that covers a label in the row. */
function findOthers(
  { other = [] }: TableLayout,
  segments: Segment[],
  anchor: Segment,
  row: Segment[],
): Segment[] {
  return other.flatMap((text) => {
    const free = findLabels([text], segments).filter(
      (place) => !row.some((label) => isSamePlace(label, place)),
    )
    return findNearestLabel(free, anchor) ?? []
  })
}

function isSamePlace(one: Segment, other: Segment): boolean {
  const isOnLine = Math.abs(one.baseline - other.baseline) < one.font_size / 2
  return isOnLine && one.box[0] < other.box[2] && other.box[0] < one.box[2]
}

/** Creates a column that accepts words of any kind. */
function toOtherColumn({ box: [left, , right] }: Segment): TableColumn {
  return { name: 'other', kind: 'text', left, right }
}

/** Returns where each column's labels occur, to explain why a page has no header row. */
export function locateHeaderLabels({ columns }: TableLayout, segments: Segment[]) {
  return (Object.entries(columns) as [ColumnName, string[]][]).map(([column, labels]) => ({
    column,
    labels,
    places: findLabels(labels, segments).map(toLocation),
  }))
}

function findLabels(labels: string[], segments: Segment[]): Segment[] {
  return labels.flatMap((text) => findLabel(text, segments)).map(({ label }) => label)
}

function findNearestLabel(places: Segment[], anchor: Segment): Segment | undefined {
  const distance = ({ baseline }: Segment) => Math.abs(baseline - anchor.baseline)
  return places
    .filter((place) => distance(place) <= maxHeaderHeightEm * anchor.font_size)
    .toSorted((a, b) => distance(a) - distance(b))[0]
}

function isLeftToRight(labels: Segment[]): boolean {
  return labels.every(({ box }, index) => index === 0 || box[0] > (labels[index - 1]?.box[0] ?? 0))
}

function toColumn(
  name: ColumnName,
  [left, , right]: Box,
  split: TableLayout['split'],
): TableColumn {
  const kind = isNumberColumn(name) && !split[name] ? 'number' : 'text'
  return { name, kind, left, right }
}
