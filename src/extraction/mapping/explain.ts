import { AppError } from '../../domain/errors/errors.ts'
import type { InvoiceReading } from '../../domain/invoice/invoice.ts'
import type { InvoiceMapping, Mapping } from '../../domain/mapping/mapping.ts'
import type { Page, Word } from '../../domain/reading/reading.ts'
import type { DrawnPage } from '../../domain/api/routes/mappings.ts'
import { readInvoice } from '../layout/read-invoice.ts'
import { readTextDocument } from '../text/text-document.ts'
import { toLabelKey, type Segment, joinWords } from '../text/text-lines.ts'
import type { Step } from '../layout/trace.ts'
import { type TextLocation, toLocation } from '../text/location.ts'
import { editDistance } from '../text/edit-distance.ts'
import { readPages } from '../pdf/pages.ts'
import { claimants, occursIn } from './choose.ts'

/** How a document was read by a mapping, step by step. */
export interface Explanation {
  page_count: number
  /** The texts of `match`, each with the first page that has it: null where it goes over the end of one. */
  matches: { text: string; found: boolean; page: number | null }[]
  /** Other layouts that claim the document as well. */
  also_claimed_by: string[]
  steps: Step[]
  /** For each label or text that was not found, what looks most like it. */
  nearest: Record<string, TextLocation>
  /** Null for a mapping that describes no layout. */
  reading: InvoiceReading | null
}

/** With the pages, for whoever draws the places on them. */
export interface DrawnExplanation extends Explanation {
  pages: DrawnPage[]
}

/** Longer documents are read whole, but whoever looks at one needs no more. */
const mostDrawn = 40

export async function explainPdf(
  pdf: Uint8Array,
  mapping: Mapping,
  others: ReadonlyMap<string, Mapping>,
): Promise<DrawnExplanation> {
  const pages = await readPages(pdf)
  if (pages.every(({ words }) => words.length === 0)) throw new AppError('NO_TEXT')
  const drawn = pages.slice(0, mostDrawn).map(({ number, width, height, words }): DrawnPage => {
    return { number, width, height, words: words.map(drawnWord) }
  })
  return { ...explain(pages, mapping, others), pages: drawn }
}

function drawnWord({ text, box, baseline, font_size }: Word): DrawnPage['words'][number] {
  return { text, box, baseline, font_size }
}

/** Reads the pages, claimed or not, and keeps what the engine tells of it. */
export function explain(
  pages: Page[],
  mapping: Mapping,
  others: ReadonlyMap<string, Mapping>,
): Explanation {
  const page_count = pages.length
  if (mapping.reader !== 'invoice') {
    return { page_count, matches: [], also_claimed_by: [], steps: [], nearest: {}, reading: null }
  }
  const steps: Step[] = []
  const reading = readInvoice(pages, mapping, (step) => steps.push(step))
  const matches = matchesOf(mapping, pages)
  const missing = [
    ...matches.flatMap(({ text, found }) => (found ? [] : [text])),
    ...steps.flatMap(missingLabels),
  ]
  return {
    page_count,
    matches,
    also_claimed_by: claimants(pages, others).filter((name) => name !== mapping.name),
    steps,
    nearest: nearestTo(missing, readTextDocument(pages).segments),
    reading,
  }
}

function matchesOf({ match }: InvoiceMapping, pages: Page[]): Explanation['matches'] {
  return match.map((text) => ({
    text,
    found: occursIn(pages, text),
    page: pages.find((page) => occursIn([page], text))?.number ?? null,
  }))
}

function missingLabels(step: Step): string[] {
  if (step.step === 'no_head') {
    return step.heads.flatMap(({ labels, places }) => (places.length === 0 ? labels : []))
  }
  if (step.step !== 'value' || step.sightings.length > 0) return []
  const { right, below, above } = step.rule
  return [right, below, above].filter((label) => label !== undefined)
}

/** Likeness is dear to reckon; this is enough for any invoice. */
const mostCompared = 5000

/** More than half of a text must be right, or else there is no likeness. */
function nearestTo(labels: string[], segments: Segment[]): Record<string, TextLocation> {
  const found = [...new Set(labels)].flatMap((label) => {
    const wanted = toLabelKey(label)
    const ranked = segments
      .slice(0, mostCompared)
      .map((segment) => ({ segment, steps: unlikeness(wanted, segment) }))
      .toSorted((a, b) => a.steps - b.steps)
    const [best] = ranked
    return best && best.steps < wanted.length / 2
      ? [[label, toLocation(best.segment)] as const]
      : []
  })
  return Object.fromEntries(found)
}

/** A label may stand in mid-text, and its value after it. */
function unlikeness(label: string, { words }: Segment): number {
  const texts = words.map((_, index) =>
    toLabelKey(joinWords(words.slice(index, index + label.length))),
  )
  return Math.min(...texts.map((text) => editDistance(label, text.slice(0, label.length))))
}
