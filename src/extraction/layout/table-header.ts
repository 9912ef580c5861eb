import type { ColumnName, TableLayout } from '../../domain/mapping/invoice-layout.ts'
import type { Box } from '../../domain/reading/reading.ts'
import { findLabel } from '../text/labels.ts'
import type { Segment } from '../text/text-lines.ts'
import { toLocation } from '../text/location.ts'

export interface Column {
  /** `other`: nothing that an invoice's line has a place for. */
  name: ColumnName | 'other'
  kind: 'number' | 'text'
  /** Where its words are expected: at first under its head, then where they were found. */
  left: number
  right: number
}

/** How far a stretch of a line is from a column; nothing if they overlap. */
export function distanceToColumn(column: Column, left: number, right: number): number {
  return Math.max(column.left - right, left - column.right, 0)
}

/** The head of a table on one page. */
export interface Header {
  columns: Column[]
  /** Items stand below this baseline. */
  baseline: number
}

const numberColumns = new Set<ColumnName>(['quantity', 'unit_price', 'discount', 'amount'])

export function isNumberColumn(name: ColumnName): boolean {
  return numberColumns.has(name)
}

/** In ems: a head of several lines is not taller. */
const maxHeaderHeightEm = 3

/** The head whose labels all stand close to the first column's; undefined if the page has none. */
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

/** Where each column's labels stand, for one who asks why a page has no head. */
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
