import { AppError } from '../../domain/errors.ts'
import type { InvoiceReading } from '../../domain/invoice.ts'
import type { Directory } from '../directory/directory.ts'
import { toFiling } from '../directory/filing.ts'
import { fillTemplate, type Template } from './template.ts'
import { writeXml } from './xml.ts'

/** As many as the tax office takes in one file. */
const mostInvoices = 1000

/** One file for the tax office with one invoice or many; all must be of one seller, whose number heads it. */
export function renderCoretax(
  readings: readonly InvoiceReading[],
  directory: Directory,
  template: Template,
): string {
  if (readings.length > mostInvoices) {
    const message = `The tax office takes at most ${mostInvoices} invoices in one file, and these are ${readings.length}. Export them in parts.`
    throw new AppError('INVALID_REQUEST', message)
  }
  const invoices = readings.map((reading) => toFiling(reading, directory))
  const sellers = new Set(invoices.map(({ seller }) => seller.tin))
  if (sellers.size > 1) {
    const message = 'These invoices are of several sellers. Export one file for each seller.'
    throw new AppError('INVALID_REQUEST', message)
  }
  const [first] = invoices
  return writeXml(fillTemplate(template, { seller: first?.seller ?? null, invoices }))
}
