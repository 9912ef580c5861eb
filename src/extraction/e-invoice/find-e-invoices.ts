import { AppError } from '../../domain/errors/app-error.ts'
import { autoMapping, type Mapping } from '../../domain/mapping/mapping.ts'
import { createDetail } from '../../domain/i18n/problem-detail.ts'
import type { ReadingParams } from '../../domain/messages/reading-codes.ts'
import { type Attachment, readAttachments } from '../pdf/attachments.ts'
import type { PdfDocument } from '../pdf/engine.ts'
import { UnreadableEInvoice, withXml, type XmlElement } from './xml-elements.ts'
import type { InvoiceFacts } from './facts.ts'
import { readCii } from './read-cii.ts'
import { readUbl } from './read-ubl.ts'

/** The e-invoices embedded in a PDF, standard file names first, and the problems of those that cannot be read. */
export interface EmbeddedInvoices {
  invoices: InvoiceFacts[]
  problems: ReadingParams['e_invoice_unreadable'][]
}

/** File names used by Factur-X and ZUGFeRD 2.1 or later, by earlier ZUGFeRD, and by XRechnung. */
const standardNames = ['factur-x.xml', 'zugferd-invoice.xml', 'xrechnung.xml']

const ubl = 'urn:oasis:names:specification:ubl:schema:xsd'

/** Readers by root element and namespace, because many formats call their root element `Invoice`. */
const readers: { name: string; namespace: string; read: (root: XmlElement) => InvoiceFacts }[] = [
  { name: 'CrossIndustryInvoice', namespace: 'urn:un:unece:uncefact:', read: readCii },
  { name: 'CrossIndustryDocument', namespace: 'urn:ferd:', read: readCii },
  { name: 'Invoice', namespace: `${ubl}:Invoice-2`, read: readUbl },
  { name: 'CreditNote', namespace: `${ubl}:CreditNote-2`, read: readUbl },
]

/**
 * Reads embedded e-invoices if the mapping uses them. Throws if the mapping requires one and none is readable. `auto`
 * falls back to the pages.
 */
export async function readEmbeddedInvoices(
  mapping: string,
  mappings: ReadonlyMap<string, Mapping>,
  document: PdfDocument,
): Promise<EmbeddedInvoices> {
  const isRequired = mappings.get(mapping)?.reader === 'embedded'
  if (!isRequired && mapping !== autoMapping.name) return { invoices: [], problems: [] }
  const embedded = await findEInvoices(document)
  if (isRequired && embedded.invoices.length === 0) throw missingEInvoiceError(embedded)
  return embedded
}

/** True if there is only one invoice, even if the PDF embeds it in two languages. */
export function isSingleInvoice({ invoices }: EmbeddedInvoices): boolean {
  const identity = ({ number, date, currency, totals }: InvoiceFacts) =>
    JSON.stringify([number, date, currency, totals.grand_total])
  return new Set(invoices.map(identity)).size <= 1
}

/**
 * Reads the attachments. A file with a standard name must be an e-invoice, and any other XML file may be an e-invoice.
 */
async function findEInvoices(document: PdfDocument): Promise<EmbeddedInvoices> {
  const attachments = readAttachments(document, (name) => /\.xml$/i.test(name))
  const embedded: EmbeddedInvoices = { invoices: [], problems: [] }
  for (const attachment of attachments.toSorted((a, b) => rank(a) - rank(b))) {
    try {
      const facts = await readAttachment(attachment)
      if (facts) embedded.invoices.push(facts)
      else if (hasStandardName(attachment)) throw new UnreadableEInvoice('not_an_invoice')
    } catch (thrown) {
      if (!(thrown instanceof UnreadableEInvoice)) throw thrown
      const { fault, text } = thrown
      if (hasStandardName(attachment))
        embedded.problems.push({ file: attachment.name, fault, text })
    }
  }
  return embedded
}

function missingEInvoiceError({ problems: [first] }: EmbeddedInvoices): AppError {
  const why = first
    ? createDetail('e_invoice_unreadable', first)
    : createDetail('e_invoice_missing', {})
  return new AppError('MAPPING_MISMATCH', why)
}

async function readAttachment({ bytes }: Attachment): Promise<InvoiceFacts | undefined> {
  if (bytes === undefined) throw new UnreadableEInvoice('damaged')
  return withXml(bytes, (root) => {
    const reader = readers.find(
      ({ name, namespace }) => root.name === name && root.namespaceUri.startsWith(namespace),
    )
    return reader?.read(root)
  })
}

function hasStandardName({ name }: Attachment): boolean {
  return standardNames.includes(name.toLowerCase())
}

function rank(attachment: Attachment): number {
  const index = standardNames.indexOf(attachment.name.toLowerCase())
  return index < 0 ? standardNames.length : index
}
