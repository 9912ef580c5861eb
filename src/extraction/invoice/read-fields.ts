import type { FieldName, InvoiceLayout, Locator } from '../../domain/invoice-layout.ts'
import { type DateOrder, parseDate } from './dates.ts'
import { type Found, type Kind, locate } from './locate.ts'
import { blockUnder } from './neighbours.ts'
import { withPlainSpaces } from './spaced-numbers.ts'
import type { TextDocument } from './text-document.ts'
import { boxOf } from './text-lines.ts'

export type Fields = Partial<Record<FieldName, Found<string>>>

/** The fields of an invoice's head. Rules that look under another field come after it in the mapping. */
export function readFields(
  layout: InvoiceLayout['fields'],
  document: TextDocument,
  order: DateOrder,
): Fields {
  const fields: Fields = {}
  for (const [name, locator] of Object.entries(layout) as [FieldName, Locator][]) {
    const found = locate(locator, document, kindOf(name, order)) ?? under(locator, document, fields)
    if (found) fields[name] = found
  }
  return fields
}

function kindOf(name: FieldName, order: DateOrder): Kind<string> {
  const side = 'nearest'
  switch (name) {
    case 'date':
      return { side, read: (text) => parseDate(text, order) }
    case 'currency':
      return { side, read: currencyCode }
    case 'buyer.tin':
      return { side, read: (text) => text.replace(/\D/g, '') || undefined }
    case 'number':
    case 'seller.name':
    case 'buyer.name':
    case 'buyer.code':
    case 'buyer.address':
      return { side, read: (text) => withPlainSpaces(text).trim() || undefined }
  }
}

const currencyNames: [RegExp, string][] = [
  [/\b(rp|rupiah)\b/i, 'IDR'],
  [/\b(us|united states) dollar/i, 'USD'],
  [/\bsingapore dollar/i, 'SGD'],
  [/\beuro\b|€/i, 'EUR'],
]

function currencyCode(text: string): string | undefined {
  const named = currencyNames.find(([name]) => name.test(text))
  return named?.[1] ?? /(?<![A-Z])[A-Z]{3}(?![A-Z])/.exec(text)?.[0]
}

function under(
  locator: Locator,
  document: TextDocument,
  fields: Fields,
): Found<string> | undefined {
  const name = locator.find((rule) => rule.under !== undefined)?.under
  const place = name && fields[name]?.place
  if (!place) return undefined
  const onPage = document.segments_by_page.get(place.page) ?? []
  const [left, , , bottom] = place.box
  const first = onPage.find(({ box }) => box[0] === left && box[3] === bottom)
  const block = first ? blockUnder(first, onPage) : []
  if (block.length === 0) return undefined
  const value = withPlainSpaces(block.map(({ text }) => text).join(' '))
  const box = boxOf(block.flatMap(({ words }) => words))
  return { value, place: { page: place.page, box, text: value } }
}
