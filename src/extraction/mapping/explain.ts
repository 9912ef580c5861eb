import { AppError } from '../../domain/errors/app-error.ts'
import type { InvoiceReading } from '../../domain/invoice/invoice.ts'
import type { InvoiceMapping, Mapping } from '../../domain/mapping/mapping.ts'
import type { Page, Word } from '../../domain/reading/reading.ts'
import type { DrawnPage } from '../../domain/api/routes/mappings.ts'
import { readInvoice } from '../layout/read-invoice.ts'
import { readTextDocument } from '../text/text-document.ts'
import { toLabelKey, type Segment, joinWords } from '../text/text-lines.ts'
import type { TraceStep } from '../layout/trace.ts'
import { type TextLocation, toLocation } from '../text/location.ts'
import { editDistance } from '../../domain/values/edit-distance.ts'
import { readPages } from '../pdf/pages.ts'
import { findMatchingMappingNames, type MappingSet, occursIn } from './choose.ts'

/**
 * How a document is read with a mapping, step by step. The engine itself reports the steps, so they always show what it
 * does.
 */
export interface MappingExplanation {
  page_count: number
  /**
   * The `match` strings, each with the first page that contains it. `page` is null if the text crosses a page break.
   */
  matches: { text: string; found: boolean; page: number | null }[]
  /** Other layouts that match the document. */
  also_claimed_by: string[]
  steps: TraceStep[]
  /** For each label or `match` string that was not found, the most similar text on the pages. */
  nearest: Record<string, TextLocation>
  /** Null for a mapping without a layout. */
  reading: InvoiceReading | null
}

/** An explanation with the page geometry, for display. */
export interface DrawnExplanation extends MappingExplanation {
  pages: DrawnPage[]
}

/** Maximum number of pages that are displayed. All pages are read. */
const maxDrawnPages = 40

export async function explainPdf(
  pdf: Uint8Array,
  mapping: Mapping,
  layouts: MappingSet,
): Promise<DrawnExplanation> {
  const pages = await readPages(pdf)
  if (pages.every(({ words }) => words.length === 0)) throw new AppError('NO_TEXT')
  const drawn = pages.slice(0, maxDrawnPages).map(({ number, width, height, words }): DrawnPage => {
    return { number, width, height, words: words.map(toDrawnWord) }
  })
  return { ...explain(pages, mapping, layouts), pages: drawn }
}

function toDrawnWord({ text, box, baseline, font_size }: Word): DrawnPage['words'][number] {
  return { text, box, baseline, font_size }
}

/** Reads the pages and records the steps, even if the mapping does not match the pages. */
export function explain(pages: Page[], mapping: Mapping, layouts: MappingSet): MappingExplanation {
  const page_count = pages.length
  if (mapping.reader !== 'invoice') {
    return { page_count, matches: [], also_claimed_by: [], steps: [], nearest: {}, reading: null }
  }
  const steps: TraceStep[] = []
  const reading = readInvoice(pages, mapping, (step) => steps.push(step))
  const matches = findMatches(mapping, pages)
  const missing = [
    ...matches.flatMap(({ text, found }) => (found ? [] : [text])),
    ...steps.flatMap(listMissingLabels),
  ]
  return {
    page_count,
    matches,
    also_claimed_by: findMatchingMappingNames(pages, layouts).filter(
      (name) => name !== mapping.name,
    ),
    steps,
    nearest: findNearest(missing, readTextDocument(pages).segments),
    reading,
  }
}

function findMatches({ match }: InvoiceMapping, pages: Page[]): MappingExplanation['matches'] {
  return match.map((text) => ({
    text,
    found: occursIn(pages, text),
    page: pages.find((page) => occursIn([page], text))?.number ?? null,
  }))
}

function listMissingLabels(step: TraceStep): string[] {
  if (step.step === 'no_head') {
    return step.heads.flatMap(({ labels, places }) => (places.length === 0 ? labels : []))
  }
  if (step.step !== 'value' || step.sightings.length > 0) return []
  const { right, below, above } = step.rule
  return [right, below, above].filter((label) => label !== undefined)
}

/** Maximum number of segments compared by edit distance. No invoice has more. */
const maxComparedSegments = 5000

/** Finds the most similar segment if more than half of its characters match. */
function findNearest(labels: string[], segments: Segment[]): Record<string, TextLocation> {
  const found = [...new Set(labels)].flatMap((label) => {
    const wanted = toLabelKey(label)
    const ranked = segments
      .slice(0, maxComparedSegments)
      .map((segment) => ({ segment, steps: measureLabelDistance(wanted, segment) }))
      .toSorted((a, b) => a.steps - b.steps)
    const [best] = ranked
    return best && best.steps < wanted.length / 2
      ? [[label, toLocation(best.segment)] as const]
      : []
  })
  return Object.fromEntries(found)
}

/** Measures the distance from any start in the segment, because a label may follow other text and precede its value. */
function measureLabelDistance(label: string, { words }: Segment): number {
  const texts = words.map((_, index) =>
    toLabelKey(joinWords(words.slice(index, index + label.length))),
  )
  return Math.min(...texts.map((text) => editDistance(label, text.slice(0, label.length))))
}
