import type { XmlDocument, XmlElement, XmlNode } from 'libxml2-wasm'
import { z } from 'zod'
import { AppError } from '../../domain/errors/errors.ts'
import { formatDecimal, parseDecimal } from '../../domain/values/decimal.ts'
import { say } from '../../domain/i18n/say.ts'

export type { XmlElement }

/** No figure of an invoice is longer; one of a million digits would take minutes to reckon with. */
const longestNumber = 40

interface Child {
  /** The local name. */
  name: string
  element: XmlElement
}

const children = new WeakMap<XmlElement, Child[]>()

/**
 * Parses XML for as long as `use` runs. Document types are refused, and with them every entity: no e-invoice has one,
 * and they are what attacks on XML parsers are made of.
 */
export async function withXml<T>(bytes: Uint8Array, use: (root: XmlElement) => T): Promise<T> {
  // Loaded when the first e-invoice comes, for most documents carry none.
  const { ParseOption, XmlDocument: parser } = await import('libxml2-wasm')
  let document: XmlDocument
  try {
    document = parser.fromBuffer(bytes, { option: ParseOption.XML_PARSE_NO_XXE })
  } catch (cause) {
    throw unreadable(say`it is not well-formed XML`, cause)
  }
  try {
    if (document.dtd !== null) throw unreadable(say`it has a document type, which is not allowed`)
    return use(document.root)
  } finally {
    document.dispose()
  }
}

/** What is wrong with an attachment that should be an e-invoice; whoever opened it adds its name. */
export function unreadable(reason: string, cause?: unknown): AppError {
  return new AppError('MAPPING_MISMATCH', reason, { cause })
}

/** All elements at a path of local names; `A|B` is either, as the versions of a standard call the same thing. */
export function all(from: XmlElement, path: string): XmlElement[] {
  return path.split('/').reduce<XmlElement[]>(
    (parents, step) => {
      const names = step.split('|')
      return parents.flatMap((parent) =>
        childrenOf(parent).flatMap(({ name, element }) => (names.includes(name) ? [element] : [])),
      )
    },
    [from],
  )
}

export function first(from: XmlElement, path: string): XmlElement | undefined {
  return all(from, path)[0]
}

export function attribute(element: XmlElement | undefined, name: string): string | null {
  return element?.attr(name)?.value.trim() || null
}

/** The text at a path on one line, or null where there is none. */
export function text(from: XmlElement | undefined, path: string): string | null {
  const element = from && first(from, path)
  return (element && contentOf(element)) || null
}

export function contentOf(element: XmlElement): string {
  return element.content.replace(/\s+/g, ' ').trim()
}

/** The number at a path in plain notation, or null where there is none. */
export function number(from: XmlElement | undefined, path: string): string | null {
  const written = text(from, path)
  return written === null ? null : toNumber(written)
}

/** The amount in the invoice's own currency: the tax may be stated in that of the tax office too. */
export function amountIn(currency: string | null, amounts: readonly XmlElement[]): string | null {
  const own = amounts.find((it) => [currency, null].includes(attribute(it, 'currencyID')))
  const amount = own ?? amounts[0]
  return amount ? toNumber(contentOf(amount)) : null
}

function toNumber(written: string): string {
  const plain = written
    .replace(/^\+/, '')
    .replace(/^(-?)\./, '$10.')
    .replace(/\.$/, '')
  const parsed = plain.length <= longestNumber ? parseDecimal(plain) : undefined
  if (!parsed)
    throw unreadable(say`it says "${written.slice(0, longestNumber)}" where a number belongs`)
  return formatDecimal(parsed)
}

/** `20260309` or `2026-03-09`, be it with a time zone, as an ISO date. */
export function toDate(written: string): string {
  const date = written.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3').slice(0, 10)
  if (!z.iso.date().safeParse(date).success) {
    throw unreadable(say`it says "${written.slice(0, longestNumber)}" where a date belongs`)
  }
  return date
}

/** Listed once: each look into the parser's memory costs far more than one into ours. */
function childrenOf(parent: XmlElement): Child[] {
  const listed = children.get(parent)
  if (listed) return listed
  const found: Child[] = []
  for (let node = parent.firstChild; node; node = node.next) {
    if (isElement(node)) found.push({ name: node.name, element: node })
  }
  children.set(parent, found)
  return found
}

function isElement(node: XmlNode): node is XmlElement {
  return 'firstChild' in node
}
