import type { InvoiceLayout, Locator } from '../../domain/mapping/invoice-layout.ts'
import type { LayoutFault } from './check-layout.ts'
import { parsePattern, explainUnsupported } from '../layout/unsupported-patterns.ts'
import { explainUnmatchable } from './unmatchable-patterns.ts'

type Path = LayoutFault['path']

/** Finds patterns that the engine cannot run and patterns that no line can match. */
export function checkPatterns(layout: InvoiceLayout): LayoutFault[] {
  return listPatterns(layout).flatMap(({ path, source }) => {
    const message = explainUnsupported(source) ?? explainUnmatchable(parsePattern(source))
    return message === undefined ? [] : [{ path, message }]
  })
}

interface LocatedPattern {
  path: Path
  source: string
}

function listPatterns({ fields, table, totals, expect }: InvoiceLayout): LocatedPattern[] {
  const { charges, withheld, ...others } = totals
  const lists = { end: table.end, skip: table.skip }
  const columns = { start: table.start, drop: table.drop, untaxed: table.untaxed }
  return [
    ...listLocatorPatterns(fields, ['fields']),
    ...Object.entries(lists).flatMap(([key, list]) =>
      list.map((source, index) => ({ path: ['table', key, index], source })),
    ),
    ...Object.entries(columns).flatMap(([key, record]) =>
      listRecordPatterns(record, ['table', key]),
    ),
    ...(table.or_start ?? []).flatMap((way, index) =>
      listRecordPatterns(way, ['table', 'or_start', index]),
    ),
    ...listLocatorPatterns(expect?.agrees ?? {}, ['expect', 'agrees']),
    ...Object.entries(table.take).map(([column, { pattern }]) => ({
      path: ['table', 'take', column, 'pattern'],
      source: pattern,
    })),
    ...Object.entries(table.split).flatMap(([column, parts]) =>
      parts.flatMap((part, index) =>
        typeof part === 'string'
          ? []
          : [{ path: ['table', 'split', column, index, 'drop'], source: part.drop }],
      ),
    ),
    ...listLocatorPatterns(others, ['totals']),
    ...listLocatorPatterns(charges, ['totals', 'charges']),
    ...listLocatorPatterns(withheld, ['totals', 'withheld']),
  ]
}

function listRecordPatterns(record: Record<string, string>, path: Path): LocatedPattern[] {
  return Object.entries(record).map(([column, source]) => ({ path: [...path, column], source }))
}

function listLocatorPatterns(
  locators: Record<string, Locator | undefined>,
  path: Path,
): LocatedPattern[] {
  return Object.entries(locators).flatMap(([name, locator]) =>
    (locator ?? []).flatMap(({ text, unless }, index) =>
      Object.entries({ text, unless }).flatMap(([key, source]) =>
        source === undefined ? [] : [{ path: [...path, name, index, key], source }],
      ),
    ),
  )
}
