import type { InvoiceReading } from '../../domain/invoice.ts'
import type { InvoiceFormat } from '../../domain/mapping.ts'
import type { Knowledge } from '../knowledge.ts'
import { renderCoretax } from './coretax.ts'
import { renderCsv } from './csv.ts'
import { renderInvoiceJson } from './json.ts'
import { renderUbl } from './ubl.ts'

/** One invoice in one of the formats that a mapping may ask for. */
export function renderInvoice(
  reading: InvoiceReading,
  format: InvoiceFormat,
  { directory, templates }: Knowledge,
): string {
  switch (format) {
    case 'json':
      return renderInvoiceJson(reading)
    case 'csv':
      return renderCsv([reading])
    case 'xml':
      return renderCoretax([reading], directory, templates.coretax)
    case 'ubl':
      return renderUbl(reading, templates.ubl)
  }
}
