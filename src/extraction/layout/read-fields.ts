import type { FieldName, InvoiceLayout, Locator } from '../../domain/mapping/invoice-layout.ts'
import { findCurrencies } from '../values/currencies.ts'
import { type DateOrder, parseDate } from '../values/dates.ts'
import { type LocatedValue, type ValueReader, locateValue } from './locate.ts'
import { findBlockBelow } from '../text/neighbours.ts'
import { restoreSpaces } from '../values/spaced-numbers.ts'
import type { TextDocument } from '../text/text-document.ts'
import { boundingBox, type Segment } from '../text/text-lines.ts'
import { type TextLocation, toLocation } from '../text/location.ts'
import { type RuleTrace, traceRule, type Trace } from './trace.ts'

export type Fields = Partial<Record<FieldName, LocatedValue<string>>>

/** Reads the header fields in the mapping's order. A rule with `under` must come after the field that it refers to. */
export function readFields(
  layout: InvoiceLayout['fields'],
  document: TextDocument,
  order: DateOrder,
  trace?: Trace,
): Fields {
  const fields: Fields = {}
  for (const [name, locator] of Object.entries(layout) as [FieldName, Locator][]) {
    const ruleTrace = traceRule(name, trace)
    const found =
      locateValue(locator, document, createFieldReader(name, order), ruleTrace) ??
      readBlockBelow(locator, document, fields, ruleTrace)
    if (found) fields[name] = found
  }
  return fields
}

export function createFieldReader(name: FieldName, order: DateOrder): ValueReader<string> {
  const side = 'nearest'
  switch (name) {
    case 'date':
      return { side, read: (text) => parseDate(text, order) }
    case 'currency':
      return { side, read: readCurrencyCode }
    case 'seller.tin':
    case 'buyer.tin':
      return { side, read: (text) => text.replace(/\D/g, '') || undefined }
    case 'number':
    case 'seller.name':
    case 'buyer.name':
    case 'buyer.code':
    case 'buyer.address':
      return { side, read: (text) => restoreSpaces(text).trim() || undefined }
  }
}

function readCurrencyCode(text: string): string | undefined {
  return findCurrencies(text)[0] ?? /(?<![A-Z])[A-Z]{3}(?![A-Z])/.exec(text)?.[0]
}

/** Reads the block below another field's value, which must be printed on the page. */
function readBlockBelow(
  locator: Locator,
  document: TextDocument,
  fields: Fields,
  trace: RuleTrace | undefined,
): LocatedValue<string> | undefined {
  const rule = locator.find((it) => it.under !== undefined)
  if (!rule?.under) return undefined
  const place = fields[rule.under]?.location
  const block = place ? takeAddressLines(findBlock(place, document, rule.gap)) : []
  const text = restoreSpaces(block.map((segment) => segment.text).join(' '))
  const value = text === '' ? null : text
  trace?.(rule, place ? [{ at: place, seen: block.map(toLocation), value }] : [], value)
  if (!place || value === null) return undefined
  const box = boundingBox(block.flatMap(({ words }) => words))
  return { value, location: { page: place.page, box, text: value } }
}

/**
 * A line that belongs to another field: a value whose label is farther to the left (`: 30 September 2025`), a person or
 * a phone number.
 */
const otherField =
  /^\s*:|^\s*(?:attention|attn|u\.?p|tel|telp|telepon|phone|fax|e-?mail|hp)\b\.?\s*:/i

/** Takes an address's lines. Other fields may be printed directly below and aligned with it. */
function takeAddressLines(block: Segment[]): Segment[] {
  const end = block.findIndex(({ text }) => otherField.test(text))
  return end < 0 ? block : block.slice(0, end)
}

function findBlock(place: TextLocation, document: TextDocument, gap?: number): Segment[] {
  const onPage = document.segments_by_page.get(place.page) ?? []
  const [left, , , bottom] = place.box
  const first = onPage.find(({ box }) => box[0] === left && box[3] === bottom)
  return first ? findBlockBelow(first, onPage, gap) : []
}
