import type { InvoiceLayout, Locator } from '../../domain/mapping/invoice-layout.ts'
import type { InvoiceVocabulary } from '../../domain/mapping/invoice-vocabulary.ts'
import type { InvoiceMapping } from '../../domain/mapping/mapping.ts'
import type { Page } from '../../domain/reading/reading.ts'
import { AppError } from '../../domain/errors/app-error.ts'
import { readInvoice } from '../layout/read-invoice.ts'
import { maxLearnedLines } from '../mapping/lint.ts'
import { parseMapping } from '../mapping/load.ts'
import { findAbsentValues } from './absent-values.ts'
import { findDifferences } from './differences.ts'
import { createExample, type Example } from './example/example.ts'
import type { ExampleReading } from './example/example-reading.ts'
import { findItemLines } from './table/item-lines.ts'
import { toLayoutYaml } from './layout-yaml.ts'
import { learnExpectations } from './learn-expectations.ts'
import { learnFields } from './learn-fields.ts'
import { learnMatch } from './learn-match.ts'
import { learnTotals, type TotalsDraft, listTotalLabels } from './learn-totals.ts'
import { proposeTables } from './table/propose-tables.ts'
import type { Refusal } from './refusal.ts'
import { searchTable, type TableDraft } from './table/search-table.ts'

export type LearnResult = { mapping: InvoiceMapping; yaml: string } | { refusal: Refusal }

export interface LearnInput {
  /** Name of the new mapping, such as `lentera_invoice_v1`. */
  name: string
  /** Corrected documents from one sender. */
  examples: { pages: Page[]; reading: ExampleReading }[]
  vocabulary: InvoiceVocabulary
}

const maxPages = 30

/**
 * Derives a layout from one sender's corrected documents:
 * 1. Finds the item lines by their numbers, and the columns by the positions of these numbers.
 * 2. Finds rules that locate totals and fields by their labels.
 * 3. Searches for the table options by running the engine itself.
 * 4. Records what the documents have in common besides their values.
 * 5. Reads all documents with the result, and rejects it unless it reproduces every value.
 * The result is deterministic, and the number of trials is limited.
 */
export function learnLayout({ name, examples: given, vocabulary }: LearnInput): LearnResult {
  const examples = given.map(({ pages, reading }) => createExample(pages, reading))
  const refusals = examples.map(checkExample).find((refusal) => refusal !== undefined)
  if (refusals) return { refusal: refusals }
  const locatedExamples = examples.map((example) => ({
    example,
    rows: findItemLines(example) ?? [],
  }))
  const missingRows = locatedExamples.findIndex(({ rows }) => rows.length === 0)
  if (missingRows >= 0) return { refusal: { code: 'items_not_found', example: missingRows } }
  const totals = learnTotals(locatedExamples, vocabulary)
  const tables = locatedExamples.map((it) => ({
    ...it,
    proposals: proposeTables(it.example, it.rows, vocabulary),
  }))
  const found = searchTable(tables, listTotalLabels(totals))
  if (!found) return { refusal: { code: 'table_not_found' } }
  return finishLayout({ name, examples, table: found.table, totals, vocabulary })
}

function checkExample(example: Example, index: number): Refusal | undefined {
  if (example.pages.length > maxPages) return { code: 'too_large', example: index }
  if (example.reading.lines.length === 0) return { code: 'no_lines', example: index }
  const values = findAbsentValues(example)
  return values.length > 0 ? { code: 'values_not_on_page', example: index, values } : undefined
}

interface LearnedParts {
  name: string
  examples: Example[]
  table: TableDraft
  totals: TotalsDraft
  vocabulary: InvoiceVocabulary
}

function finishLayout({ name, examples, table, totals, vocabulary }: LearnedParts): LearnResult {
  const { fields, agrees } = learnFields(examples, vocabulary)
  const headers = Object.values(table.columns).flat()
  const match = learnMatch(examples, headers)
  const seller = examples[0]?.reading.seller.name
  if (!seller || match.length === 0) return { refusal: { code: 'sender_unknown' } }
  const count = examples.length === 1 ? '1 document' : `${examples.length} documents`
  const layout = {
    name,
    title: `Invoice of ${seller}`,
    description: `Learned from ${count}.`,
    reader: 'invoice',
    outputs: ['json', 'xml', 'csv', 'ubl'],
    match,
    fields: shortenLocators(fields),
    table: shortenTable(table),
    totals: shortenTotals(totals),
    learned: { from: examples.length },
  }
  const draft = toMapping(layout, name)
  if ('refusal' in draft) return draft
  const expect = learnExpectations(examples, draft.mapping, agrees)
  const whole = toMapping(
    { ...layout, expect: { ...expect, ...shortenAgrees(expect.agrees) } },
    name,
  )
  return 'refusal' in whole ? whole : verifyLayout(whole, examples)
}

function shortenAgrees(agrees: Partial<Record<string, Locator>> | undefined) {
  return agrees ? { agrees: shortenLocators(agrees) } : {}
}

/** Reads every example with the finished mapping and the real engine. */
function verifyLayout(
  learned: { mapping: InvoiceMapping; yaml: string },
  examples: Example[],
): LearnResult {
  for (const [index, { pages, reading }] of examples.entries()) {
    const differences = findDifferences(reading, readInvoice(pages, learned.mapping))
    if (differences.length > 0) {
      const { yaml } = learned
      return { refusal: { code: 'not_reproduced', example: index, differences, yaml } }
    }
  }
  return learned
}

/** Loads the YAML like a handwritten mapping, so that the same rules apply. */
function toMapping(layout: Record<string, unknown>, name: string): LearnResult {
  const yaml = toLayoutYaml(layout)
  const lines = yaml.trimEnd().split('\n').length
  if (lines > maxLearnedLines)
    return { refusal: { code: 'invalid_layout', text: `${lines} lines` } }
  try {
    const mapping = parseMapping(yaml, `${name}.yaml`)
    if (mapping.reader === 'invoice') return { mapping, yaml }
    throw new Error('Learned mapping must use the invoice reader')
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { refusal: { code: 'invalid_layout', text: error.message } }
  }
}

/** Shortens a list with one rule to that rule, and a rule with only a label to the label. */
function shortenLocator(locator: Locator): unknown {
  const rules = locator.map((rule) =>
    rule.right !== undefined && Object.keys(rule).length === 1 ? rule.right : rule,
  )
  return rules.length === 1 ? rules[0] : rules
}

function shortenLocators(locators: Partial<Record<string, Locator>>): Record<string, unknown> {
  const entries = Object.entries(locators).flatMap(([name, locator]) =>
    locator ? [[name, shortenLocator(locator)] as const] : [],
  )
  return Object.fromEntries(entries)
}

function shortenTotals({ charges, withheld, ...totals }: TotalsDraft): Record<string, unknown> {
  return {
    ...shortenLocators(totals),
    ...(charges && { charges: shortenLocators(charges) }),
    ...(withheld && { withheld: shortenLocators(withheld) }),
  }
}

function shortenTable({ columns, start, ...rest }: TableDraft): Record<string, unknown> {
  const headers = Object.entries(columns).map(([name, labels]) => [
    name,
    labels.length === 1 ? labels[0] : labels,
  ])
  return { columns: Object.fromEntries(headers), start: shortenStart(start), ...rest }
}

function shortenStart(start: InvoiceLayout['table']['start']): unknown {
  const isPlain = Object.values(start).every((pattern) => pattern === '')
  return isPlain ? Object.keys(start) : start
}
