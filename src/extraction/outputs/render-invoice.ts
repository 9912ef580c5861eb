import type { InvoiceReading } from '../../domain/invoice/invoice.ts'
import type { InvoiceFormat } from '../../domain/mapping/output-formats.ts'
import type { ReferenceData } from '../reference-data/reference-data.ts'
import { renderCoretax } from '../coretax/coretax-xml.ts'
import { renderCsv } from './invoice-csv.ts'
import { renderWithEvidence } from './json.ts'
import { renderUbl } from './ubl.ts'

/** Merges invoices into one file, in order. */
export function mergeInvoices(
  readings: readonly InvoiceReading[],
  format: 'xml' | 'csv',
  { directory, templates }: ReferenceData,
): string {
  if (format === 'csv') return renderCsv(readings, directory)
  return renderCoretax(readings, directory, templates.coretax)
}

export function renderInvoice(
  reading: InvoiceReading,
  format: InvoiceFormat,
  referenceData: ReferenceData,
): string {
  switch (format) {
    case 'json':
      return renderWithEvidence(reading)
    case 'csv':
    case 'xml':
      return mergeInvoices([reading], format, referenceData)
    case 'ubl':
      return renderUbl(reading, referenceData.templates.ubl)
  }
}
