import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { InvoiceVocabulary } from '../../src/domain/mapping/invoice-vocabulary.ts'
import type { Page } from '../../src/domain/reading/reading.ts'
import {
  findCandidates,
  type HeaderCandidates,
  type RankedField,
} from '../../src/extraction/any-invoice/header/find-candidates.ts'
import { toValueKey } from '../../src/extraction/any-invoice/header/candidate.ts'
import { readPages } from '../../src/extraction/pdf/pages.ts'
import { readTextDocument } from '../../src/extraction/text/text-document.ts'
import { joinSpacedNumbers } from '../../src/extraction/values/spaced-numbers.ts'
import { generateInvoice } from '../../test/fixtures/generated/generate-invoice.ts'

/** A document with the key of the value expected for each field; undefined if the expected value is unknown. */
export interface TrainingDocument {
  id: string
  /** Documents with the same layout. */
  group: string
  candidates: HeaderCandidates
  truth: Partial<Record<RankedField, string>>
}

interface UnseenDocument {
  id: string
  group: string
  truth: { number?: string; date?: string; seller?: string; buyer?: string }
}

interface DescribedValues {
  fields: { invoiceNumber: string; invoiceDate: string; sellerName: string; buyerName: string }
}

const corpus = path.resolve('../shared/corpus')
export const hasCorpus = existsSync(path.join(corpus, 'unseen-invoices/truth.json'))

/** Reads real invoices whose values are known, without copying them. */
export async function readRealDocuments(
  vocabulary: InvoiceVocabulary,
): Promise<TrainingDocument[]> {
  const documents: TrainingDocument[] = []
  for (const { file, ...document } of listDocuments()) {
    const pages = await readPages(readFileSync(file))
    if (pages.every(({ words }) => words.length === 0)) continue
    documents.push({ ...document, candidates: collect(pages, vocabulary) })
  }
  return documents
}

function listDocuments(): (Omit<TrainingDocument, 'candidates'> & { file: string })[] {
  const unseen = parse<UnseenDocument[]>('unseen-invoices/truth.json').map(
    ({ id, group, truth }) => ({
      id,
      group,
      file: path.join(corpus, 'unseen-invoices', `${id}.pdf`),
      truth: toKeys(truth.number, truth.date, truth.seller, truth.buyer),
    }),
  )
  const described = parse<{ id: string; layout: string }[]>('invoices/manifest.json').map(
    ({ id, layout }) => {
      const { fields } = parse<DescribedValues>(`invoices/${id}/expected.json`)
      const { invoiceNumber, invoiceDate, sellerName, buyerName } = fields
      const isSelf = toValueKey(sellerName) === toValueKey(buyerName)
      return {
        id,
        group: layout,
        file: path.join(corpus, 'invoices', id, 'invoice.pdf'),
        truth: toKeys(invoiceNumber, invoiceDate, isSelf ? undefined : sellerName, buyerName),
      }
    },
  )
  return [...unseen, ...described]
}

/** Generates invoices in many layouts, one per seed. */
export function generateDocuments(
  vocabulary: InvoiceVocabulary,
  from: number,
  count: number,
): TrainingDocument[] {
  return Array.from({ length: count }, (_, index) => {
    const { pages, truth } = generateInvoice(from + index)
    return {
      id: `seed ${from + index}`,
      group: 'generated',
      candidates: collect(pages, vocabulary),
      truth: toKeys(truth.number, truth.date, truth.seller, truth.buyer),
    }
  })
}

function collect(pages: Page[], vocabulary: InvoiceVocabulary): HeaderCandidates {
  return findCandidates(readTextDocument(joinSpacedNumbers(pages)), vocabulary)
}

function toKeys(
  number: string | undefined | null,
  date: string | undefined | null,
  seller: string | undefined | null,
  buyer: string | undefined | null,
): TrainingDocument['truth'] {
  return {
    ...(number && { number: toValueKey(number) }),
    ...(date && { date }),
    ...(seller && { seller: toValueKey(seller) }),
    ...(buyer && { buyer: toValueKey(buyer) }),
  }
}

function parse<T>(file: string): T {
  return JSON.parse(readFileSync(path.join(corpus, file), 'utf8')) as T
}
