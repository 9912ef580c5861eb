import {
  type Change,
  type CorrectableReading,
  type MadeChange,
  readingIn,
} from '../../domain/review/change.ts'
import { correct } from '../../domain/review/correct.ts'
import type { Lesson } from '../../domain/invoice/directory.ts'
import type {
  HeatSheetFormat,
  InvoiceFormat,
  OutputFormat,
  Params,
} from '../../domain/mapping/mapping.ts'
import {
  applyLearnedCorrections,
  findLearnedCorrections,
} from '../directory/learned-corrections.ts'
import { withOwnerTables, type OwnerTables } from '../reference-data/owner-tables.ts'
import type { ReferenceData } from '../reference-data/reference-data.ts'
import { writeHeatSheet, writeInvoice, type WriteOptions, type Written } from './write-outputs.ts'

/** What is to become of a reading, in the words that reach a child process. */
export interface RewriteOrder {
  /** The mapping that it was read by, which says what to write. */
  mapping: string
  params: Params
  /** What was written before: a mapping that is no longer there writes the same. */
  formats: OutputFormat[]
  changes: Change[]
  is_approved: boolean
  /** Whether what was learned from corrections is put in. */
  is_new: boolean
}

export interface Rewritten extends Written<CorrectableReading> {
  made: MadeChange[]
  /** What the reading teaches for the next one. */
  lessons: Lesson[]
}

/** The JSON of a reading with changes made to it, and all of its files written anew by what wrote them first. */
export function rewrite(
  json: string,
  common: ReferenceData,
  own: OwnerTables | undefined,
  order: RewriteOrder & WriteOptions,
): Rewritten {
  const knowledge = withOwnerTables(common, own)
  const { reading, made } = correct(known(readingIn(json), order, own), order.changes)
  const { reader = 'invoice', outputs = order.formats } =
    knowledge.mappings.get(order.mapping) ?? {}
  if (reading.kind === 'heat_sheet') {
    const written = writeHeatSheet(reading, { outputs: outputs as HeatSheetFormat[] }, order)
    return { ...written, made, lessons: [] }
  }
  const mapping = { reader, outputs: outputs as InvoiceFormat[] }
  const written = writeInvoice(reading, mapping, knowledge, order)
  return { ...written, made, lessons: findLearnedCorrections(reading) }
}

function known(
  reading: CorrectableReading,
  { is_new }: RewriteOrder,
  own: OwnerTables | undefined,
): CorrectableReading {
  return is_new && own && reading.kind === 'invoice'
    ? applyLearnedCorrections(reading, own.lessons)
    : reading
}
