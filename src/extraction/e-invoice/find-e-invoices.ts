import { AppError, toAppError } from '../../domain/errors/errors.ts'
import { automatic, type Mapping } from '../../domain/mapping/mapping.ts'
import { say } from '../../domain/i18n/say.ts'
import { type Attachment, readAttachments } from '../pdf/attachments.ts'
import type { PdfDocument } from '../pdf/engine.ts'
import { unreadable, withXml, type XmlElement } from './xml-elements.ts'
import type { InvoiceFacts } from './facts.ts'
import { readCii } from './read-cii.ts'
import { readUbl } from './read-ubl.ts'

/** The e-invoices inside a PDF, those under a standard's name first, and what is wrong with others. */
export interface EmbeddedInvoices {
  invoices: InvoiceFacts[]
  problems: AppError[]
}

/** What the standards call the file: Factur-X and ZUGFeRD since 2.1, ZUGFeRD before, XRechnung inside a PDF. */
const standardNames = ['factur-x.xml', 'zugferd-invoice.xml', 'xrechnung.xml']

const ubl = 'urn:oasis:names:specification:ubl:schema:xsd'

/** By the root element, and where its namespace tells more, by that: `Invoice` is a name of many. */
const readers: { name: string; namespace: string; read: (root: XmlElement) => InvoiceFacts }[] = [
  { name: 'CrossIndustryInvoice', namespace: 'urn:un:unece:uncefact:', read: readCii },
  { name: 'CrossIndustryDocument', namespace: 'urn:ferd:', read: readCii },
  { name: 'Invoice', namespace: `${ubl}:Invoice-2`, read: readUbl },
  { name: 'CreditNote', namespace: `${ubl}:CreditNote-2`, read: readUbl },
]

/**
 * The e-invoices inside a PDF, if this mapping wants to know of them. One that is asked for by name and is not there is
 * an error; `auto` goes on with the pages.
 */
export async function eInvoicesFor(
  mapping: string,
  mappings: ReadonlyMap<string, Mapping>,
  document: PdfDocument,
): Promise<EmbeddedInvoices> {
  const isAsked = mappings.get(mapping)?.reader === 'embedded'
  if (!isAsked && mapping !== automatic.name) return { invoices: [], problems: [] }
  const carried = await findEInvoices(document)
  if (isAsked && carried.invoices.length === 0) throw carried.problems[0] ?? noEInvoice()
  return carried
}

/** The same invoice may be inside in two languages. */
export function isOneInvoice({ invoices }: EmbeddedInvoices): boolean {
  const gist = ({ number, date, currency, totals }: InvoiceFacts) =>
    JSON.stringify([number, date, currency, totals.grand_total])
  return new Set(invoices.map(gist)).size <= 1
}

/** A file under a standard's name has to be an e-invoice; any other XML may be one. */
async function findEInvoices(document: PdfDocument): Promise<EmbeddedInvoices> {
  const attachments = readAttachments(document, (name) => /\.xml$/i.test(name))
  const carried: EmbeddedInvoices = { invoices: [], problems: [] }
  for (const attachment of attachments.toSorted((a, b) => rank(a) - rank(b))) {
    try {
      const facts = await readAttachment(attachment)
      if (facts) carried.invoices.push(facts)
      else if (isStandard(attachment)) throw unreadable(say`it is no invoice`)
    } catch (thrown) {
      const { code, message } = toAppError(thrown)
      if (code !== 'MAPPING_MISMATCH') throw thrown
      if (isStandard(attachment)) carried.problems.push(problemOf(attachment, message))
    }
  }
  return carried
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

function problemOf({ name }: Attachment, message: string): AppError {
  const sentence = say`The e-invoice inside this PDF (${name}) cannot be read: ${message}.`
  return new AppError('MAPPING_MISMATCH', sentence)
}

function isStandard({ name }: Attachment): boolean {
  return standardNames.includes(name.toLowerCase())
}

function rank(attachment: Attachment): number {
  const index = standardNames.indexOf(attachment.name.toLowerCase())
  return index < 0 ? standardNames.length : index
}
