import { readFile, writeFile } from 'node:fs/promises'
import { findSameNumbers } from '../domain/invoice/duplicates.ts'
import { AppError } from '../domain/errors/errors.ts'
import { InvoiceReading } from '../domain/invoice/invoice.ts'
import type { ReferenceData } from '../extraction/reference-data/reference-data.ts'
import { checkInvoiceCount } from '../extraction/coretax/coretax-xml.ts'
import { mergeInvoices } from '../extraction/outputs/render-invoice.ts'
import { eachFile, report } from './each-file.ts'
import { requireOutput, type ReadOptions, readDocument, listRemarks } from './read-file.ts'
import { UsageError } from './usage.ts'
import { replaceFile } from './write.ts'
import { detail } from '../domain/i18n/problem-detail.ts'

/**
 * Reads invoices into one file, in the given order. Writes it only if every invoice was read, because an incomplete
 * file could pass for a complete one. Exit code 0 when the file was written, else 1.
 */
export async function mergeFiles(
  files: string[],
  reading: ReadOptions,
  referenceData: ReferenceData,
): Promise<number> {
  const { format, out, mapping } = reading
  if (format !== 'xml' && format !== 'csv') {
    throw new UsageError('--merge requires --format xml or --format csv.')
  }
  if (format === 'xml') checkInvoiceCount(files.length)
  const outcomes = await eachFile(files, async (file) => {
    const result = await readDocument(file, reading)
    // Fails if this invoice has no output in the merged format.
    requireOutput(result, reading)
    return {
      invoice: await readInvoice(requireOutput(result, { ...reading, format: 'json' })),
      remarks: listRemarks(mapping, result),
    }
  })
  const failed = report(files, outcomes, ({ remarks }) => remarks)
  if (failed > 0) {
    const message = `${failed} of ${files.length} files failed, so nothing was written. Remove them to merge the rest.`
    process.stderr.write(`docket: ${message}\n`)
    return 1
  }
  const invoices = outcomes.flatMap((outcome) =>
    'value' in outcome ? [outcome.value.invoice] : [],
  )
  for (const [index, earlier] of findSameNumbers(invoices)) {
    const doubt = `${files[earlier]} has the same invoice number, ${invoices[index]?.number}.`
    process.stderr.write(`${files[index]}: needs review: ${doubt}\n`)
  }
  const merged = mergeInvoices(invoices, format, referenceData)
  if (out === undefined) process.stdout.write(merged)
  else await replaceFile(out, (partial) => writeFile(partial, merged))
  return 0
}

async function readInvoice(file: string): Promise<InvoiceReading> {
  const parsed = InvoiceReading.safeParse(JSON.parse(await readFile(file, 'utf8')))
  if (parsed.success) return parsed.data
  throw new AppError('MAPPING_MISMATCH', detail('not_mergeable', {}))
}
