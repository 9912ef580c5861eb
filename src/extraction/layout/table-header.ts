import type { ColumnName, TableLayout } from '../../domain/mapping/invoice-layout.ts'
import type { Box } from '../../domain/reading/reading.ts'
import { findLabel } from '../text/labels.ts'
import type { Segment } from '../text/text-lines.ts'
import { toLocation } from '../text/location.ts'

export interface Column {
  /** `other`: a column that no field of a line item corresponds to. */
  name: ColumnName | 'other'
  kind: 'number' | 'text'
  /** Horizontal extent of the column: first of its header label, later of its words. */
  left: number
  right: number
}

/** Horizontal distance in points; zero if the span overlaps the column. */
export function distanceToColumn(column: Column, left: number, right: number): number {
  return Math.max(column.left - right, left - column.right, 0)
}

/** Header row of a table on one page. */
export interface Header {
  columns: Column[]
  /** Items start below this baseline. */
  baseline: number
}

const numberColumns = new Set<ColumnName>(['quantity', 'unit_price', 'discount', 'amount'])

export function isNumberColumn(name: ColumnName): boolean {
  return numberColumns.has(name)
}

/** In ems; covers header rows of several lines. */
const maxHeaderHeightEm = 3

/** Finds the header row: every label close to the first column's label, in order from left to right. */
export function findHeader(
  { columns, split }: TableLayout,
  segments: Segment[],
): Header | undefined {
  const names = Object.keys(columns) as ColumnName[]
  const heads = names.map((name) => findLabels(columns[name] ?? [], segments))
  for (const anchor of heads[0] ?? []) {
    const row = heads.map((places) => nearestLabel(places, anchor))
    const labels = row.filter((label) => label !== undefined)
    if (labels.length < names.length || !isLeftToRight(labels)) continue
    return {
      baseline: Math.max(...labels.map(({ baseline }) => baseline)),
      columns: labels.map(({ box }, index) => toColumn(names[index] as ColumnName, box, split)),
    }
  }
  return undefined
}

/** Lists where each column's labels occur, to explain why a page has no header row. */
export function locateHeaderLabels({ columns }: TableLayout, segments: Segment[]) {
  return (Object.entries(columns) as [ColumnName, string[]][]).map(([column, labels]) => ({
    column,
    labels,
    places: findLabels(labels, segments).map(toLocation),
  }))
}

function findLabels(heads: string[], segments: Segment[]): Segment[] {
  return heads.flatMap((head) => findLabel(head, segments)).map(({ label }) => label)
}

function nearestLabel(places: Segment[], anchor: Segment): Segment | undefined {
  const distance = ({ baseline }: Segment) => Math.abs(baseline - anchor.baseline)
  return places
    .filter((place) => distance(place) <= maxHeaderHeightEm * anchor.font_size)
    .toSorted((a, b) => distance(a) - distance(b))[0]
}

function isLeftToRight(labels: Segment[]): boolean {
  return labels.every(({ box }, index) => index === 0 || box[0] > (labels[index - 1]?.box[0] ?? 0))
}

function toColumn(name: ColumnName, [left, , right]: Box, split: TableLayout['split']): Column {
  const kind = isNumberColumn(name) && !split[name] ? 'number' : 'text'
  return { name, kind, left, right }
}
