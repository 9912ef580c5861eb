import type { XmlDocument, XmlElement, XmlNode } from 'libxml2-wasm'
import { z } from 'zod'
import { formatDecimal, parseDecimal } from '../../domain/values/decimal.ts'
import type { EInvoiceFault } from '../../domain/messages/reading-codes.ts'

export type { XmlElement }

/** Maximum number of characters in a number: arithmetic on a million digits would take minutes. */
const maxNumberLength = 40

interface Child {
  /** Local name, without the prefix. */
  name: string
  element: XmlElement
}

const childCache = new WeakMap<XmlElement, Child[]>()

/**
 * Parses XML for the duration of `use`. Rejects document type declarations, which entity attacks need and e-invoices
 * never contain.
 */
export async function withXml<T>(bytes: Uint8Array, use: (root: XmlElement) => T): Promise<T> {
  // Loads the parser on demand, because few documents embed an e-invoice.
  const { ParseOption, XmlDocument: parser } = await import('libxml2-wasm')
  let document: XmlDocument
  try {
    document = parser.fromBuffer(bytes, { option: ParseOption.XML_PARSE_NO_XXE })
  } catch (cause) {
    throw new UnreadableEInvoice('not_xml', null, { cause })
  }
  try {
    if (document.dtd !== null) throw new UnreadableEInvoice('has_document_type')
    return use(document.root)
  } finally {
    document.dispose()
  }
}

/** Thrown for an attachment that is not a readable e-invoice. */
export class UnreadableEInvoice extends Error {
  override readonly name = 'UnreadableEInvoice'
  readonly fault: EInvoiceFault
  /** The string that is not a valid number or date. */
  readonly text: string | null

  constructor(fault: EInvoiceFault, text: string | null = null, options: ErrorOptions = {}) {
    super(fault, options)
    this.fault = fault
    this.text = text
  }
}

/** Finds elements by a path of local names. `A|B` matches either name, because names differ between versions. */
export function findElements(from: XmlElement, path: string): XmlElement[] {
  return path.split('/').reduce<XmlElement[]>(
    (parents, step) => {
      const names = step.split('|')
      return parents.flatMap((parent) =>
        listChildren(parent).flatMap(({ name, element }) =>
          names.includes(name) ? [element] : [],
        ),
      )
    },
    [from],
  )
}

export function findElement(from: XmlElement, path: string): XmlElement | undefined {
  return findElements(from, path)[0]
}

export function readAttribute(element: XmlElement | undefined, name: string): string | null {
  return element?.attr(name)?.value.trim() || null
}

/** Collapses white space. Returns null if the element is missing. */
export function readText(from: XmlElement | undefined, path: string): string | null {
  const element = from && findElement(from, path)
  return (element && readElementText(element)) || null
}

export function readElementText(element: XmlElement): string {
  return element.content.replace(/\s+/g, ' ').trim()
}

/** Returns plain decimal notation, or null if the element is missing. */
export function readNumber(from: XmlElement | undefined, path: string): string | null {
  const written = readText(from, path)
  return written === null ? null : toNumber(written)
}

/** Returns an ISO date, or null if the element is missing. */
export function readDate(from: XmlElement | undefined, path: string): string | null {
  const written = readText(from, path)
  return written === null ? null : toDate(written)
}

/** Reads an `xsd:boolean`. Returns false if the element is missing. */
export function readFlag(from: XmlElement, path: string): boolean {
  return ['true', '1'].includes(readText(from, path) ?? '')
}

/** Returns the HS code among an item's classifications. */
export function readHsCode(line: XmlElement, path: string): string | null {
  const code = findElements(line, path).find((it) => readAttribute(it, 'listID') === 'HS')
  return (code && readElementText(code)) || null
}

/** Returns the amount in the invoice currency, because the tax may also be stated in the tax authority's currency. */
export function chooseAmount(
  currency: string | null,
  amounts: readonly XmlElement[],
): string | null {
  const own = amounts.find((it) => [currency, null].includes(readAttribute(it, 'currencyID')))
  const amount = own ?? amounts[0]
  return amount ? toNumber(readElementText(amount)) : null
}

function toNumber(written: string): string {
  const plain = written
    .replace(/^\+/, '')
    .replace(/^(-?)\./, '$10.')
    .replace(/\.$/, '')
  const parsed = plain.length <= maxNumberLength ? parseDecimal(plain) : undefined
  if (!parsed) throw new UnreadableEInvoice('not_a_number', written.slice(0, maxNumberLength))
  return formatDecimal(parsed)
}

/** Converts `20260309` or `2026-03-09`, with or without a time zone, to an ISO date. */
function toDate(written: string): string {
  const date = written.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3').slice(0, 10)
  if (!z.iso.date().safeParse(date).success) {
    throw new UnreadableEInvoice('not_a_date', written.slice(0, maxNumberLength))
  }
  return date
}

/** Caches children, because access to the parser's memory is slow. */
function listChildren(parent: XmlElement): Child[] {
  const listed = childCache.get(parent)
  if (listed) return listed
  const found: Child[] = []
  for (let node = parent.firstChild; node; node = node.next) {
    if (isElement(node)) found.push({ name: node.name, element: node })
  }
  childCache.set(parent, found)
  return found
}

function isElement(node: XmlNode): node is XmlElement {
  return 'firstChild' in node
}
