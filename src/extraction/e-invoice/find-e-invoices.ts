import { AppError, toAppError } from '../../domain/errors/errors.ts'
import { automatic, type Mapping } from '../../domain/mapping/mapping.ts'
import { say } from '../../domain/i18n/say.ts'
import { type Attachment, readAttachments } from '../pdf/attachments.ts'
import type { PdfDocument } from '../pdf/engine.ts'
import { unreadable, withXml, type XmlElement } from './xml-elements.ts'
import type { InvoiceFacts } from './facts.ts'
import { readCii } from './read-cii.ts'
import { readUbl } from './read-ubl.ts'

/** E-invoices embedded in a PDF, standard file names first, with the problems of unreadable ones. */
export interface EmbeddedInvoices {
  invoices: InvoiceFacts[]
  problems: AppError[]
}

/** Factur-X and ZUGFeRD from 2.1, ZUGFeRD before 2.1, XRechnung in a PDF. */
const standardNames = ['factur-x.xml', 'zugferd-invoice.xml', 'xrechnung.xml']

const ubl = 'urn:oasis:names:specification:ubl:schema:xsd'

/** By root element and namespace; many formats call their root `Invoice`. */
const readers: { name: string; namespace: string; read: (root: XmlElement) => InvoiceFacts }[] = [
  { name: 'CrossIndustryInvoice', namespace: 'urn:un:unece:uncefact:', read: readCii },
  { name: 'CrossIndustryDocument', namespace: 'urn:ferd:', read: readCii },
  { name: 'Invoice', namespace: `${ubl}:Invoice-2`, read: readUbl },
  { name: 'CreditNote', namespace: `${ubl}:CreditNote-2`, read: readUbl },
]

/**
 * Reads embedded e-invoices if the mapping uses them. Throws if the mapping requires one and none is readable; `auto`
 * falls back to the pages.
 */
export async function readEmbeddedInvoices(
  mapping: string,
  mappings: ReadonlyMap<string, Mapping>,
  document: PdfDocument,
): Promise<EmbeddedInvoices> {
  const isRequired = mappings.get(mapping)?.reader === 'embedded'
  if (!isRequired && mapping !== automatic.name) return { invoices: [], problems: [] }
  const embedded = await findEInvoices(document)
  if (isRequired && embedded.invoices.length === 0) throw embedded.problems[0] ?? noEInvoice()
  return embedded
}

/** A PDF may embed the same invoice in two languages. */
export function isSingleInvoice({ invoices }: EmbeddedInvoices): boolean {
  const identity = ({ number, date, currency, totals }: InvoiceFacts) =>
    JSON.stringify([number, date, currency, totals.grand_total])
  return new Set(invoices.map(identity)).size <= 1
}

/** A file with a standard name must be an e-invoice; other XML files may be. */
async function findEInvoices(document: PdfDocument): Promise<EmbeddedInvoices> {
  const attachments = readAttachments(document, (name) => /\.xml$/i.test(name))
  const embedded: EmbeddedInvoices = { invoices: [], problems: [] }
  for (const attachment of attachments.toSorted((a, b) => rank(a) - rank(b))) {
    try {
      const facts = await readAttachment(attachment)
      if (facts) embedded.invoices.push(facts)
      else if (hasStandardName(attachment)) throw unreadable(say`it is no invoice`)
    } catch (thrown) {
      const { code, message } = toAppError(thrown)
      if (code !== 'MAPPING_MISMATCH') throw thrown
      if (hasStandardName(attachment)) embedded.problems.push(toProblem(attachment, message))
    }
  }
  return embedded
}

function noEInvoice(): AppError {
  const message = say`This PDF carries no e-invoice. Choose another mapping, or "${automatic.title}".`
  return new AppError('MAPPING_MISMATCH', message)
}

async function readAttachment({ bytes }: Attachment): Promise<InvoiceFacts | undefined> {
  if (bytes === undefined) throw unreadable(say`it is damaged or far too large`)
  return withXml(bytes, (root) => {
    const reader = readers.find(
      ({ name, namespace }) => root.name === name && root.namespaceUri.startsWith(namespace),
    )
    return reader?.read(root)
  })
}

function toProblem({ name }: Attachment, message: string): AppError {
  const sentence = say`The e-invoice inside this PDF (${name}) cannot be read: ${message}.`
  return new AppError('MAPPING_MISMATCH', sentence)
}

function hasStandardName({ name }: Attachment): boolean {
  return standardNames.includes(name.toLowerCase())
}

function rank(attachment: Attachment): number {
  const index = standardNames.indexOf(attachment.name.toLowerCase())
  return index < 0 ? standardNames.length : index
}
