import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { findDuplicateNumbers } from '../../domain/invoice/duplicates.ts'
import type { PreflightDocument } from '../../domain/coretax/preflight-result.ts'
import { preflightTotals } from '../../domain/coretax/preflight.ts'
import { jakartaDay } from '../../domain/coretax/tax-period.ts'
import { AppError } from '../../domain/errors/app-error.ts'
import { InvoiceReading } from '../../domain/invoice/invoice.ts'
import type { ReferenceData } from '../../extraction/reference-data/reference-data.ts'
import { checkInvoiceCount } from '../../extraction/coretax/coretax-xml.ts'
import { mergeFilings } from '../../extraction/coretax/merge-filings.ts'
import { renderWorkbook } from '../../extraction/outputs/invoice-workbook.ts'
import { mergeInvoices } from '../../extraction/outputs/render-invoice.ts'
import { type Destination, saveResultFile } from '../io/destination.ts'
import { toExitCode } from '../io/exit-codes.ts'
import type { Input } from '../io/inputs.ts'
import { type OutputOptions, note, printJson } from '../io/print.ts'
import { failedDocument, reportDocuments } from '../io/report.ts'
import type { DocumentResult } from '../io/shapes.ts'
import { UsageError } from '../io/usage.ts'
import { type EachOptions, forEachFile } from './each-file.ts'
import {
  isConfirmed,
  listRemarks,
  readDocument,
  type ReadOptions,
  requireOutput,
  toDocumentResult,
} from './read-file.ts'
import { render } from '../../domain/i18n/render.ts'
import { createDetail } from '../../domain/i18n/problem-detail.ts'

interface MergeRun {
  referenceData: ReferenceData
  isWorkbook: boolean
  destination: Destination
  run: OutputOptions & EachOptions
}

interface Merged {
  document: DocumentResult
  invoice: InvoiceReading | null
}

/**
 * Merges invoices into one file, in the given order. Writes the file only if every invoice was read and, for Coretax,
 * passes every rule, because an incomplete file could be mistaken for a complete one.
 */
export async function mergeFiles(
  inputs: Input[],
  reading: ReadOptions,
  { referenceData, isWorkbook, destination, run }: MergeRun,
): Promise<number> {
  const { format, confirmed } = reading
  if (format !== 'xml' && format !== 'csv') {
    throw new UsageError('--merge requires --format xml, csv or xlsx.')
  }
  if (run.json && destination.kind === 'stdout') {
    throw new UsageError('--merge with --json requires -o FILE.')
  }
  if (isWorkbook && destination.kind === 'stdout') {
    throw new UsageError('An XLSX file cannot be printed: pass -o FILE.xlsx.')
  }
  if (format === 'xml') checkInvoiceCount(inputs.length)
  const merged = await forEachFile(
    inputs,
    run,
    (input) => readMergeable(input, reading),
    (_, read) => read,
  )
  const documents = merged.map(({ document }) => document)
  reportDocuments(documents, run, (document) =>
    // Omits review reasons for Coretax, because they would repeat the failed rules.
    listRemarks(reading.mapping, format === 'xml' ? { ...document, review_reasons: [] } : document),
  )
  const invoices = merged.flatMap(({ invoice }) => invoice ?? [])
  const failed = inputs.length - invoices.length
  if (failed > 0) {
    if (run.json) printJson({ documents })
    const message = `${failed} of ${inputs.length} files failed, so nothing was written. Remove them to merge the rest.`
    process.stderr.write(`docket: ${message}\n`)
    return 1
  }
  const content = isWorkbook
    ? await mergeWorkbook(inputs, invoices)
    : format === 'csv'
      ? mergeInvoices(invoices, format, referenceData)
      : mergeCoretax(inputs, invoices, { referenceData, confirmed, run })
  const output = isWorkbook ? 'xlsx' : format
  const file = content === null ? null : await deliver(content, output, destination)
  if (run.json) printJson({ documents: documents.map((one) => ({ ...one, format: output, file })) })
  if (content === null) return 1
  return format === 'xml' ? 0 : toExitCode(documents)
}

async function deliver(
  content: string | Buffer,
  format: string,
  destination: Destination,
): Promise<string | null> {
  if (destination.kind !== 'stdout') {
    return saveResultFile(destination, { filename: 'merged', format, bytes: Buffer.from(content) })
  }
  process.stdout.write(content)
  return null
}

function mergeWorkbook(inputs: Input[], invoices: readonly InvoiceReading[]): Promise<Buffer> {
  async function* documents() {
    for (const [index, reading] of invoices.entries())
      yield { filename: inputs[index]?.filename ?? '', reading }
  }
  return buffer(renderWorkbook(documents))
}

async function readMergeable(input: Input, reading: ReadOptions): Promise<Merged> {
  try {
    const result = await readDocument(input, reading)
    // Throws if this invoice has no output in the merged format. For Coretax, the preflight check reports that instead.
    if (!result.withheld || reading.format !== 'xml') requireOutput(result, reading)
    const invoice = await readInvoice(requireOutput(result, { ...reading, format: 'json' }))
    return { document: toDocumentResult(input, result, reading), invoice }
  } catch (error) {
    return { document: failedDocument(input.name, error), invoice: null }
  }
}

interface CoretaxRun {
  referenceData: ReferenceData
  confirmed: readonly string[]
  run: OutputOptions
}

/** Prints every failed rule and the totals. Returns null if any document is not ready. */
function mergeCoretax(
  inputs: Input[],
  invoices: readonly InvoiceReading[],
  { referenceData: { directory, templates }, confirmed, run }: CoretaxRun,
): string | null {
  const files = inputs.map(({ name }) => name)
  const earlier = new Map(findDuplicateNumbers(invoices))
  const candidates = invoices.map((reading, index) => ({
    id: String(index),
    filename: files[index] ?? '',
    reading,
    duplicate: files[earlier.get(index) ?? -1] ?? null,
    exported: null,
    is_confirmed: isConfirmed(files[index] ?? '', confirmed),
  }))
  const { documents, xml } = mergeFilings(
    candidates,
    { directory, template: templates.coretax },
    { today: jakartaDay(new Date()), write: 'all' },
  )
  process.stderr.write(documents.flatMap(listRules).join(''))
  if (xml === null) {
    const open = documents.filter(({ status }) => status !== 'ready').length
    const message = `${open} of ${documents.length} invoices cannot be filed as they are, so nothing was written. Correct them, or confirm warnings with --confirm FILE.`
    process.stderr.write(`docket: ${message}\n`)
    return null
  }
  for (const { seller, period, invoices: count, tax_base, tax } of preflightTotals(documents)) {
    note(`${seller}, ${period}: ${count} invoices, DPP ${tax_base}, PPN ${tax}`, run)
  }
  return xml
}

function listRules({ filename, rules }: PreflightDocument): string[] {
  return rules.map((rule) => {
    const state = rule.is_confirmed ? 'confirmed' : rule.severity
    return `${filename}: ${state}: ${render(rule)}\n`
  })
}

async function readInvoice(file: string): Promise<InvoiceReading> {
  const parsed = InvoiceReading.safeParse(JSON.parse(await readFile(file, 'utf8')))
  if (parsed.success) return parsed.data
  throw new AppError('MAPPING_MISMATCH', createDetail('not_mergeable', {}))
}
