import { parseDecimal } from '../../domain/values/decimal.ts'
import { encodeFault, type CodedFault } from '../../domain/messages/fault-codes.ts'
import type { ColumnName, FieldName, InvoiceLayout } from '../../domain/mapping/invoice-layout.ts'
import { isNumberColumn } from '../layout/table-header.ts'
import { toLabelKey } from '../text/text-lines.ts'

/** An error at a path in the mapping. `encodeFault` creates its `message`. */
export interface LayoutFault {
  path: (string | number)[]
  message: CodedFault
}

/** Finds contradictions that the schema cannot detect in a layout. */
export function checkLayout({ fields, table }: InvoiceLayout): LayoutFault[] {
  return [
    ...checkUnder(fields),
    ...checkColumns(table),
    ...checkHeaders(table),
    ...checkDefaults(table),
  ]
}

/**
 * Reports `under` before the field that it refers to: fields are read in order, and `under` needs that field's
 * location.
 */
function checkUnder(fields: InvoiceLayout['fields']): LayoutFault[] {
  const names = Object.keys(fields) as FieldName[]
  return names.flatMap((name, index) =>
    (fields[name] ?? []).flatMap(({ under }, rule) =>
      under === undefined || names.slice(0, index).includes(under)
        ? []
        : [
            {
              path: ['fields', name, rule, 'under'],
              message: encodeFault('under_not_before', { field: name, under }),
            },
          ],
    ),
  )
}

function checkColumns({
  columns,
  start,
  or_start = [],
  optional = [],
  split,
  take,
  drop,
  untaxed,
}: InvoiceLayout['table']): LayoutFault[] {
  const columnNames = Object.keys(columns)
  const parts = Object.values(split).flatMap((into) => into.filter((it) => typeof it === 'string'))
  const filledColumns = [...columnNames, ...parts, ...Object.keys(take)]
  const unknown = (path: string[], name: string, known: string[]) =>
    known.includes(name)
      ? []
      : [{ path, message: encodeFault('column_not_in_table', { column: name, known }) }]
  return [
    ...Object.keys(start).flatMap((name) => unknown(['table', 'start', name], name, columnNames)),
    ...or_start.flatMap((way, index) =>
      Object.keys(way).flatMap((name) =>
        unknown(['table', 'or_start', String(index), name], name, columnNames),
      ),
    ),
    ...optional.flatMap((name) => unknown(['table', 'optional'], name, columnNames)),
    ...checkRequired(columnNames, optional),
    ...Object.keys(split).flatMap((name) => unknown(['table', 'split', name], name, columnNames)),
    ...Object.entries(take).flatMap(([name, { from }]) =>
      unknown(['table', 'take', name, 'from'], from, filledColumns),
    ),
    ...Object.keys(drop).flatMap((name) => unknown(['table', 'drop', name], name, filledColumns)),
    ...Object.keys(untaxed).flatMap((name) =>
      unknown(['table', 'untaxed', name], name, filledColumns),
    ),
  ]
}

function checkRequired(columnNames: string[], optional: string[]): LayoutFault[] {
  if (columnNames.length === 0 || columnNames.some((name) => !optional.includes(name))) return []
  return [{ path: ['table', 'optional'], message: encodeFault('columns_all_optional', {}) }]
}

/** Reports a header label that two columns share. */
function checkHeaders({ columns, other = [] }: InvoiceLayout['table']): LayoutFault[] {
  const headerLabels = [
    ...Object.entries(columns).flatMap(([column, labels]) =>
      labels.map((label, index) => ({ column, label, path: ['columns', column, index] })),
    ),
    ...other.map((label, index) => ({ column: 'other', label, path: ['other', index] })),
  ]
  return headerLabels.flatMap(({ label, path }, at) => {
    const earlier = headerLabels
      .slice(0, at)
      .find((other) => toLabelKey(other.label) === toLabelKey(label))
    if (!earlier) return []
    const message = encodeFault('header_twice', { label, column: earlier.column })
    return [{ path: ['table', ...path], message }]
  })
}

function checkDefaults({ defaults }: InvoiceLayout['table']): LayoutFault[] {
  return Object.entries(defaults).flatMap(([column, value]) =>
    !isNumberColumn(column as ColumnName) || parseDecimal(value)
      ? []
      : [
          {
            path: ['table', 'defaults', column],
            message: encodeFault('default_not_number', {}),
          },
        ],
  )
}
