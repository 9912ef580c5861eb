import { type Concept, invoiceConcepts } from '../../domain/fields/concepts.ts'
import type { ListField, ValueField } from '../../domain/fields/field.ts'
import type { InvoiceLine, InvoiceReading } from '../../domain/invoice/invoice.ts'
import { isFilingReason } from '../../domain/invoice/review-reasons.ts'
import type { InvoiceVocabulary } from '../../domain/mapping/invoice-vocabulary.ts'
import type { Evidence } from '../../domain/reading/evidence.ts'
import { type ColumnKind, findColumnRoles } from '../any-invoice/labels/column-roles.ts'
import { indexVocabulary, type VocabularyIndex } from '../any-invoice/labels/vocabulary-index.ts'
import type { KnownDocument } from './document-source.ts'
import { listPhrases, readHint } from './field-phrases.ts'
import type { ValueSource } from './field-writer.ts'
import { type Found, missing } from './found.ts'

type LineColumn = Exclude<keyof InvoiceLine, 'taxable' | 'tax_class' | 'goods_code' | 'luxury_rate'>

/** Minimum confidence at which a value is certain. */
const minConfidence = 0.6
const minColumnWeight = 0.8

const columnsByKind: Partial<Record<ColumnKind, LineColumn>> = {
  quantity: 'quantity',
  unit_price: 'unit_price',
  amount: 'amount',
  discount: 'discount',
  description: 'description',
  no: 'no',
  code: 'sku',
  unit: 'unit',
}
const numericColumns: readonly LineColumn[] = ['quantity', 'unit_price', 'discount', 'amount']

/** Supplies the values of an invoice. A value with an open review reason is uncertain. */
export function toKnownInvoice(
  reading: InvoiceReading,
  vocabulary: InvoiceVocabulary,
): KnownDocument {
  const index = indexVocabulary(vocabulary)
  const isUncertain = createUncertaintyTest(reading)

  function toFound(path: string, value: string | null | undefined): Found | null {
    if (value === null || value === undefined || value === '') return null
    const evidence = reading.evidence[path] ?? toUnprinted(value)
    return {
      value,
      evidence,
      is_doubtful: evidence.confidence < minConfidence || isUncertain(path),
    }
  }

  function toRow(line: InvoiceLine, at: number): ValueSource {
    return {
      findValue(field) {
        const column = findColumn(field, index)
        const found = column && toFound(`lines.${at}.${column}`, line[column])
        return found ? { kind: 'found', found } : missing
      },
      findRows: () => undefined,
    }
  }

  return {
    concepts: invoiceConcepts,
    findKnown(concept) {
      const read = readConcepts[concept]
      const found = read && toFound(concept, read(reading))
      // Allows a search by label for a customer number that the reader missed.
      return concept === 'buyer.code' ? (found ?? undefined) : found
    },
    findRows: (field) =>
      isLineList(field, index) ? { rows: reading.lines.map(toRow), is_sparse: false } : undefined,
  }
}

/** Creates evidence for a configured value, such as a layout's seller, which does not appear on any page. */
function toUnprinted(text: string): Evidence {
  return { page: null, box: null, text, confidence: 1, source: 'rule' }
}

type ReadConcept = (reading: InvoiceReading) => string | null

/** The concepts that the invoice reader extracts, each with a function that returns its value. */
const readConcepts: Partial<Record<Concept, ReadConcept>> = {
  number: ({ number }) => number,
  date: ({ date }) => date,
  currency: ({ currency }) => currency,
  'seller.name': ({ seller }) => seller.name,
  'seller.tin': ({ seller }) => seller.tin,
  'buyer.name': ({ buyer }) => buyer.name,
  'buyer.address': ({ buyer }) => buyer.address,
  'buyer.code': ({ buyer }) => buyer.code,
  'buyer.tin': ({ buyer }) => buyer.tin,
  'totals.subtotal': ({ totals }) => totals.subtotal,
  'totals.tax_base': ({ totals }) => totals.tax_base,
  'totals.tax': ({ totals }) => totals.tax,
  'totals.grand_total': ({ totals }) => totals.grand_total,
}

/**
 * Returns a function that checks whether the value at a path is uncertain. The values of an embedded e-invoice are
 * certain even where the page differs, because the XML is the invoice.
 */
function createUncertaintyTest({ review, evidence }: InvoiceReading): (path: string) => boolean {
  const paths = review.reasons
    .filter(({ code, settled }) => !settled && !isFilingReason(code))
    .flatMap(({ path }) => path ?? [])
  return (path) =>
    evidence[path]?.source !== 'embedded' &&
    paths.some((uncertain) => path === uncertain || path.startsWith(`${uncertain}.`))
}

/** True if the list's columns are those of invoice lines. */
function isLineList({ entry }: ListField, index: VocabularyIndex): boolean {
  if (entry.kind !== 'group') return false
  const values = entry.fields.filter((field) => field.kind === 'value')
  const columns = values.flatMap((field) => findColumn(field, index) ?? [])
  return (
    columns.length * 2 >= values.length &&
    columns.some((column) => column === 'description' || numericColumns.includes(column))
  )
}

function findColumn(field: ValueField, index: VocabularyIndex): LineColumn | undefined {
  const hint = readHint(field)
  const phrases = [...listPhrases(field), ...(hint === undefined ? [] : [hint])]
  return phrases
    .flatMap((phrase) => findNamedColumn(phrase, index) ?? [])
    .find((column) => field.type === 'text' || numericColumns.includes(column) || column === 'no')
}

function findNamedColumn(phrase: string, index: VocabularyIndex): LineColumn | undefined {
  const kinds = Object.entries(findColumnRoles(phrase, index.column_words)) as [
    ColumnKind,
    number,
  ][]
  const [best] = kinds.toSorted((a, b) => b[1] - a[1])
  if (best && best[1] >= minColumnWeight) return columnsByKind[best[0]]
  const [role] = index.columns.matchWhole(phrase)
  return role === undefined || role === 'other' ? undefined : role
}
