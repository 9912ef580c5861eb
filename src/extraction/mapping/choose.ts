import { AppError } from '../../domain/errors/app-error.ts'
import type { InvoiceVocabulary } from '../../domain/mapping/invoice-vocabulary.ts'
import { textMappingName, autoMapping, type Mapping } from '../../domain/mapping/mapping.ts'
import type { Page } from '../../domain/reading/reading.ts'
import { createDetail } from '../../domain/i18n/problem-detail.ts'
import { looksLikeInvoice } from '../any-invoice/looks-like-invoice.ts'
import type { MeetGrammar } from '../heat-sheet/grammar/grammar.ts'
import { isHeatSheet } from '../heat-sheet/is-heat-sheet.ts'

/** The available layouts, and the grammar that recognises heat sheets. */
export interface MappingSet {
  mappings: ReadonlyMap<string, Mapping>
  meet_grammar: MeetGrammar
}

/** A mapping set with the vocabulary that the generic mapping uses to recognise an invoice. */
export interface MappingSetWithVocabulary extends MappingSet {
  vocabulary: InvoiceVocabulary
}

/**
 * Returns the requested mapping if the document matches it. `auto` tries in this order: an embedded e-invoice, the
 * layout if only one matches, the generic mapping if the document looks like an invoice, and plain text.
 */
export function chooseMapping(
  pages: Page[],
  requested: string,
  choices: MappingSetWithVocabulary,
  hasEInvoice = false,
): Mapping {
  const { mappings } = choices
  if (requested === autoMapping.name) {
    return (hasEInvoice && findEmbeddedMapping(mappings)) || detectMapping(pages, choices)
  }
  const mapping = mappings.get(requested)
  if (!mapping)
    throw new AppError('UNKNOWN_MAPPING', createDetail('mapping_gone', { mapping: requested }))
  // For a learned layout, the generic reader is used as the fallback instead.
  const isSpecificLayout =
    (mapping.reader === 'invoice' && !mapping.learned) || mapping.reader === 'heat_sheet'
  if (isSpecificLayout && !matchesMapping(mapping, toMatchable(pages), choices)) {
    throw new AppError(
      'MAPPING_MISMATCH',
      createDetail('layout_mismatch', { title: mapping.title }),
    )
  }
  return mapping
}

function findEmbeddedMapping(mappings: ReadonlyMap<string, Mapping>): Mapping | undefined {
  return [...mappings.values()].find(({ reader }) => reader === 'embedded')
}

function detectMapping(pages: Page[], choices: MappingSetWithVocabulary): Mapping {
  const { mappings } = choices
  const found = preferHandwritten(findMatchingMappings(pages, choices))
  if (found.length > 1) {
    const names = found.map(({ name }) => name)
    throw new AppError('MAPPING_MISMATCH', createDetail('layouts_ambiguous', { mappings: names }))
  }
  const mapping = found[0] ?? findGenericMapping(pages, choices) ?? mappings.get(textMappingName)
  if (!mapping) throw new Error(`There is no mapping ${textMappingName}`)
  return mapping
}

/** Prefers handwritten layouts to learned layouts and, among learned layouts, the most specific. */
function preferHandwritten(found: Mapping[]): Mapping[] {
  const learned = found.flatMap((it) => (it.reader === 'invoice' && it.learned ? [it] : []))
  const written = found.filter((it) => !learned.some((other) => other === it))
  if (written.length > 0) return written
  return learned.toSorted((a, b) => b.match.length - a.match.length).slice(0, 1)
}

/** Returns the generic mapping if the document looks like an invoice. */
function findGenericMapping(
  pages: Page[],
  { mappings, vocabulary }: MappingSetWithVocabulary,
): Mapping | undefined {
  const generic = [...mappings.values()].find(({ reader }) => reader === 'generic')
  return generic && looksLikeInvoice(pages, vocabulary) ? generic : undefined
}

/** True if the mapping matches without ambiguity. */
function matchesMapping(
  mapping: Mapping,
  { pages, text }: Matchable,
  { meet_grammar }: MappingSet,
): boolean {
  switch (mapping.reader) {
    case 'invoice':
      return mapping.match.every((part) => text.includes(compact(part)))
    case 'heat_sheet':
      return isHeatSheet(pages, meet_grammar)
    case 'generic':
    case 'embedded':
    case 'fields':
    case 'text':
      return false
  }
}

export function findMatchingMappingNames(pages: Page[], layouts: MappingSet): string[] {
  return findMatchingMappings(pages, layouts).map(({ name }) => name)
}

/** True if a `match` string occurs on these pages, even across a page break. */
export function occursIn(pages: Page[], part: string): boolean {
  return compactText(pages).includes(compact(part))
}

function findMatchingMappings(pages: Page[], layouts: MappingSet): Mapping[] {
  const document = toMatchable(pages)
  return [...layouts.mappings.values()].filter((it) => matchesMapping(it, document, layouts))
}

interface Matchable {
  pages: Page[]
  text: string
}

function toMatchable(pages: Page[]): Matchable {
  return { pages, text: compactText(pages) }
}

function compactText(pages: Page[]): string {
  return compact(pages.map((page) => page.text).join('\n'))
}

function compact(text: string): string {
  return text.toLowerCase().replace(/\s+/g, '')
}
