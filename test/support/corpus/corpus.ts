import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { AppError, toAppError } from '../../../src/domain/errors/app-error.ts'
import type { InvoiceReading } from '../../../src/domain/invoice/invoice.ts'
import type { Mapping } from '../../../src/domain/mapping/mapping.ts'
import type { Page } from '../../../src/domain/reading/reading.ts'
import { readAnyInvoice } from '../../../src/extraction/any-invoice/read-any-invoice.ts'
import { readInvoice } from '../../../src/extraction/layout/read-invoice.ts'
import { chooseMapping } from '../../../src/extraction/mapping/choose.ts'
import { loadMappings } from '../../../src/extraction/mapping/load.ts'
import { meetGrammar } from '../readings/meet-grammar.ts'
import { loadVocabulary } from '../../../src/extraction/mapping/load-vocabulary.ts'
import { findOcr } from '../../../src/extraction/ocr/packages.ts'
import { createScanReader } from '../../../src/extraction/ocr/read-scan.ts'
import { repairDigits } from '../../../src/extraction/ocr/repair-digits.ts'
import { reviewScans } from '../../../src/extraction/ocr/review-scans.ts'
import { readPages } from '../../../src/extraction/pdf/pages.ts'
import { type Comparison, compareReading, type Expected, type Value } from './compare-reading.ts'
import { onlyIf } from '../run/only-if.ts'

/** Real invoices, read in place: neither they nor their text may enter the repository. */
export const corpusFolder = path.resolve('../shared/corpus/invoices')
export const hasCorpus = existsSync(path.join(corpusFolder, 'manifest.json'))
export const needsCorpus = onlyIf(hasCorpus, `there are no invoices at ${corpusFolder}`)

export interface Result extends Comparison {
  id: string
  layout: string
  /** True if the user sees a warning or a rejection. */
  is_flagged: boolean
}

interface InvoiceResult extends Result {
  has_buyer_address: boolean
}

/**
 * Fields whose expected values contradict the pages, so they are not compared. sil-10: expected.json treats a remark
 * between two items, at the left margin, as part of the first item. simon-05: the totals row ends page 1 and the other
 * totals are on page 2, and expected.json treats its word "Total" as the end of the last description and omits its
 * quantity and amount.
 */
const errata: Record<string, string[]> = {
  'sil-10': ['lines.0.description'],
  'simon-05': ['totals.subtotal', 'totals.quantity', 'lines.9.description'],
}

const ocr = findOcr()
const vocabulary = loadVocabulary('mappings/vocabulary')

/** Reads every document in the corpus with the mapping that recognises it, or without any mapping. */
export async function readCorpus(how: 'by layout' | 'without layouts'): Promise<InvoiceResult[]> {
  const mappings = selectMappings(how)
  const results: InvoiceResult[] = []
  for (const { id, layout } of manifest()) {
    const expected: Expected = parseFile(id, 'expected.json')
    results.push({ id, layout, ...(await compareDocument(id, expected, mappings)) })
  }
  return results
}

/** A document from the corpus with its pages, its reading and the values that a test expects. */
interface FieldsDocument<T> {
  id: string
  pages: Page[]
  mapping: string
  reading: InvoiceReading
  expected: T
}

/** Returns every document that can be read, for tests of custom fields. */
export async function readForFields<T>(
  how: 'by layout' | 'without layouts',
  toExpected: (expected: Expected, isSkipped: (path: string) => boolean) => T,
): Promise<FieldsDocument<T>[]> {
  const mappings = selectMappings(how)
  const documents: FieldsDocument<T>[] = []
  for (const { id } of manifest()) {
    const isSkipped = (path: string) =>
      (errata[id]?.includes(path) ?? false) || (how !== 'by layout' && path === 'seller.name')
    const expected = toExpected(parseFile<Expected>(id, 'expected.json'), isSkipped)
    const read = await readAutomatically(id, mappings).catch(ignoreUnreadable)
    if (read) documents.push({ id, ...read, mapping: read.mapping.name, expected })
  }
  return documents
}

function ignoreUnreadable(thrown: unknown): undefined {
  if (!(thrown instanceof AppError)) throw thrown
}

/** Returns the documents in the corpus. The result is empty if there is no corpus. */
export function corpusFiles(): string[] {
  return hasCorpus ? manifest().map(({ id }) => corpusPath(id)) : []
}

export function isFullyRight({ mistakes }: Result): boolean {
  return mistakes.length === 0
}

export function isSilentlyWrong({ mistakes, is_flagged }: Result): boolean {
  return mistakes.length > 0 && !is_flagged
}

function selectMappings(how: 'by layout' | 'without layouts'): ReadonlyMap<string, Mapping> {
  const all = loadMappings('mappings')
  const others = [...all].filter(([, { reader }]) => reader !== 'invoice')
  return how === 'by layout' ? all : new Map(others)
}

async function compareDocument(
  id: string,
  expected: Expected,
  mappings: ReadonlyMap<string, Mapping>,
) {
  try {
    const { mapping, reading } = await readAutomatically(id, mappings)
    const isLeftOut = (path: string, read: Value) =>
      errata[id]?.includes(path) || (mapping.reader === 'generic' && isUnprinted(path, read))
    return {
      ...compareReading(expected, reading, isLeftOut),
      is_flagged: reading.review.needed,
      has_buyer_address: reading.buyer.address !== null,
    }
  } catch (thrown) {
    const { code, message } = toAppError(thrown)
    if (code === 'UNKNOWN') throw thrown
    return {
      fields: { right: 0, total: 11 },
      lines: { right: 0, total: expected.items.length },
      mistakes: [`${code}: ${message}`],
      is_flagged: true,
      has_buyer_address: false,
    }
  }
}

/**
 * True for values that cannot be compared in a reading without a mapping: codes and units that no page shows, and the
 * seller, because its expected name comes from the tax office's records.
 */
function isUnprinted(path: string, read: Value): boolean {
  return path === 'seller.name' || (/\.(sku|hs_code|unit)$/.test(path) && read === null)
}

async function readAutomatically(
  id: string,
  mappings: ReadonlyMap<string, Mapping>,
): Promise<{ mapping: Mapping; reading: InvoiceReading; pages: Page[] }> {
  const pdf = readFileSync(corpusPath(id))
  const pages = await readPages(pdf, undefined, { scans: createScanReader(ocr) })
  if (pages.every(({ words }) => words.length === 0)) throw new AppError('NO_TEXT')
  const mapping = chooseMapping(pages, 'auto', {
    mappings,
    vocabulary,
    meet_grammar: meetGrammar,
  })
  return { mapping, reading: reviewScans(readBy(mapping, pages), pages, ocr), pages }
}

function readBy(mapping: Mapping, pages: Page[]): InvoiceReading {
  if (mapping.reader === 'invoice') return readInvoice(pages, mapping)
  if (mapping.reader === 'generic') return repairDigits(readAnyInvoice(pages, vocabulary), pages)
  throw new AppError('MAPPING_MISMATCH')
}

function manifest(): { id: string; layout: string }[] {
  return parseFile('manifest.json')
}

function corpusPath(id: string): string {
  return path.join(corpusFolder, id, 'invoice.pdf')
}

function parseFile<T>(...name: string[]): T {
  return JSON.parse(readFileSync(path.join(corpusFolder, ...name), 'utf8')) as T
}
