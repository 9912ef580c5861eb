import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { findSameNumbers } from '../domain/invoice/duplicates.ts'
import type { PreflightDocument } from '../domain/coretax/preflight-result.ts'
import { preflightTotals } from '../domain/coretax/preflight.ts'
import { jakartaDay } from '../domain/coretax/tax-period.ts'
import { AppError } from '../domain/errors/errors.ts'
import { InvoiceReading } from '../domain/invoice/invoice.ts'
import type { ReferenceData } from '../extraction/reference-data/reference-data.ts'
import { checkInvoiceCount } from '../extraction/coretax/coretax-xml.ts'
import { mergeFilings } from '../extraction/coretax/merge-filings.ts'
import { renderWorkbook } from '../extraction/outputs/invoice-workbook.ts'
import { mergeInvoices } from '../extraction/outputs/render-invoice.ts'
import { eachFile, report } from './each-file.ts'
import { requireOutput, type ReadOptions, readDocument, listRemarks } from './read-file.ts'
import { UsageError } from './usage.ts'
import { replaceFile } from './write.ts'
import { render } from '../domain/i18n/render.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'

export interface MergeFilesOptions {
  /** Files whose doubts a person checked, or "all". */
  confirmed?: readonly string[] | undefined
  isWorkbook: boolean
}

/**
 * Reads invoices into one file, in the given order. Writes the file only if every invoice was read and, for Coretax,
 * passes every rule, because an incomplete file could be mistaken for a complete one. Exit code 0 if the file was
 * written, otherwise 1.
 */
export async function mergeFiles(
  files: string[],
  reading: ReadOptions,
  referenceData: ReferenceData,
  { confirmed = [], isWorkbook }: MergeFilesOptions,
): Promise<number> {
  const { format, out } = reading
  if (format !== 'xml' && format !== 'csv') {
    throw new UsageError('--merge requires --format xml, csv or xlsx.')
  }
  if (format === 'xml') checkInvoiceCount(files.length)
  const outcomes = await eachFile(files, (file) => readMergeable(file, reading))
  const failed = report(files, outcomes, ({ remarks }) => remarks)
  if (failed > 0) {
    const message = `${failed} of ${files.length} files failed, so nothing was written. Remove them to merge the rest.`
    process.stderr.write(`docket: ${message}\n`)
    return 1
  }
  const invoices = outcomes.flatMap((outcome) =>
    'value' in outcome ? [outcome.value.invoice] : [],
  )
  const merged = isWorkbook
    ? await mergeWorkbook(files, invoices)
    : format === 'csv'
      ? mergeInvoices(invoices, format, referenceData)
      : mergeCoretax(files, invoices, referenceData, confirmed)
  if (merged === null) return 1
  if (out === undefined) process.stdout.write(merged)
  else await replaceFile(out, (partial) => writeFile(partial, merged))
  return 0
}

function mergeWorkbook(files: string[], invoices: readonly InvoiceReading[]): Promise<Buffer> {
  async function* documents() {
    for (const [index, reading] of invoices.entries())
      yield { filename: path.basename(files[index] ?? ''), reading }
  }
  return buffer(renderWorkbook(documents))
}

async function readMergeable(file: string, reading: ReadOptions) {
  const result = await readDocument(file, reading)
  // Fails if this invoice has no output in the merged format.
  requireOutput(result, reading)
  // Skipped for Coretax, whose rules already repeat the review reasons.
  const reasons = reading.format === 'xml' ? { ...result, review_reasons: [] } : result
  return {
    invoice: await readInvoice(requireOutput(result, { ...reading, format: 'json' })),
    remarks: listRemarks(reading.mapping, reasons),
  }
}

/** Prints every failed rule and the totals; null if any document is not ready. */
function mergeCoretax(
  files: string[],
  invoices: readonly InvoiceReading[],
  { directory, templates }: ReferenceData,
  confirmed: readonly string[],
): string | null {
  const earlier = new Map(findSameNumbers(invoices))
  const candidates = invoices.map((reading, index) => ({
    id: String(index),
    filename: files[index] ?? '',
    reading,
    duplicate: files[earlier.get(index) ?? -1] ?? null,
    exported: null,
    is_confirmed: confirmed.some((name) => name === 'all' || name === files[index]),
  }))
  const { documents, xml } = mergeFilings(
    candidates,
    { directory, template: templates.coretax },
    { today: jakartaDay(new Date()), write: 'all' },
  )
  process.stderr.write(documents.flatMap(listRules).join(''))
  if (xml === null) {
    const open = documents.filter(({ status }) => status !== 'ready').length
    const message = `${open} of ${documents.length} invoices cannot be filed like this, so nothing was written. Correct them, or confirm warnings with --confirm FILE.`
    process.stderr.write(`docket: ${message}\n`)
    return null
  }
  for (const { seller, period, invoices: count, tax_base, tax } of preflightTotals(documents)) {
    process.stderr.write(`${seller}, ${period}: ${count} invoices, DPP ${tax_base}, PPN ${tax}\n`)
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
