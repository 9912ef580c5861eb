import { AppError } from '../../domain/errors/errors.ts'
import {
  anyDocument,
  automatic,
  type GenericMapping,
  type Mapping,
} from '../../domain/mapping/mapping.ts'
import type { Page } from '../../domain/reading/reading.ts'
import { say } from '../../domain/i18n/say.ts'
import { looksLikeInvoice } from '../any-invoice/looks-like-invoice.ts'
import { isHeatSheet } from '../heat-sheet/is-heat-sheet.ts'

/**
 * The mapping that was asked for by name, if the document is of its layout; for `auto` the e-invoice that the document
 * carries, else the one layout that claims it, else the reader of any invoice if it looks like one, else plain text.
 */
export function chooseMapping(
  pages: Page[],
  asked: string,
  mappings: ReadonlyMap<string, Mapping>,
  hasEInvoice = false,
): Mapping {
  if (asked === automatic.name) {
    return (hasEInvoice && embeddedIn(mappings)) || recognise(pages, mappings)
  }
  const mapping = mappings.get(asked)
  if (!mapping) throw new AppError('UNKNOWN_MAPPING', say`There is no mapping "${asked}" any more.`)
  const isParticular = mapping.reader === 'invoice' || mapping.reader === 'heat_sheet'
  if (isParticular && !claims(mapping, pages, textOf(pages))) {
    const message = say`This document is not of the layout "${mapping.title}". Choose another, or "${automatic.title}".`
    throw new AppError('MAPPING_MISMATCH', message)
  }
  return mapping
}

function embeddedIn(mappings: ReadonlyMap<string, Mapping>): Mapping | undefined {
  return [...mappings.values()].find(({ reader }) => reader === 'embedded')
}

function recognise(pages: Page[], mappings: ReadonlyMap<string, Mapping>): Mapping {
  const found = claiming(pages, mappings)
  if (found.length > 1) {
    const [first, ...others] = found.map(({ name }) => name)
    const message = say`The layouts ${first} and ${others.join(' and ')} both claim this document. Say which one it is.`
    throw new AppError('MAPPING_MISMATCH', message)
  }
  const mapping = found[0] ?? anyInvoice(pages, mappings) ?? mappings.get(anyDocument)
  if (!mapping) throw new Error(`There is no mapping ${anyDocument}`)
  return mapping
}

/** The reader of layouts that nobody has described, if the document is an invoice at all. */
function anyInvoice(
  pages: Page[],
  mappings: ReadonlyMap<string, Mapping>,
): GenericMapping | undefined {
  return [...mappings.values()]
    .filter((mapping) => mapping.reader === 'generic')
    .find(({ vocabulary }) => looksLikeInvoice(pages, vocabulary))
}

/** Whether a document is beyond doubt of this kind. */
function claims(mapping: Mapping, pages: Page[], text: string): boolean {
  switch (mapping.reader) {
    case 'invoice':
      return mapping.match.every((part) => text.includes(squeeze(part)))
    case 'heat_sheet':
      return isHeatSheet(pages)
    case 'generic':
    case 'embedded':
    case 'text':
      return false
  }
}

/** The names of all layouts that claim the document. */
export function claimants(pages: Page[], mappings: ReadonlyMap<string, Mapping>): string[] {
  return claiming(pages, mappings).map(({ name }) => name)
}

/** Whether a text of a layout's `match` occurs in these pages, be it over the end of one. */
export function occursIn(pages: Page[], part: string): boolean {
  return textOf(pages).includes(squeeze(part))
}

function claiming(pages: Page[], mappings: ReadonlyMap<string, Mapping>): Mapping[] {
  const text = textOf(pages)
  return [...mappings.values()].filter((mapping) => claims(mapping, pages, text))
}

function textOf(pages: Page[]): string {
  return squeeze(pages.map((page) => page.text).join('\n'))
}

function squeeze(text: string): string {
  return text.toLowerCase().replace(/\s+/g, '')
}
