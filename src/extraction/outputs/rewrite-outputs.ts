import { parseReading } from '../../domain/review/parse-reading.ts'
import type { Change, CorrectableReading, AppliedChange } from '../../domain/review/change.ts'
import { approve, correct } from '../../domain/review/correct.ts'
import { reapply } from '../../domain/review/reapply.ts'
import type { InvoiceReading } from '../../domain/invoice/invoice.ts'
import type { LearnedCorrection } from '../../domain/invoice/directory.ts'
import type { Params } from '../../domain/mapping/mapping.ts'
import type {
  FieldsFormat,
  HeatSheetFormat,
  InvoiceFormat,
  OutputFormat,
} from '../../domain/mapping/output-formats.ts'
import {
  applyLearnedCorrections,
  findLearnedCorrections,
  removeLearnedValues,
} from '../directory/learned-corrections.ts'
import { mergeOwnerTables, type OwnerTables } from '../reference-data/owner-tables.ts'
import type { ReferenceData } from '../reference-data/reference-data.ts'
import { writeFieldsReading } from './write-fields.ts'
import {
  writeHeatSheet,
  writeInvoice,
  type WriteOptions,
  type WriteResult,
} from './write-outputs.ts'

/** The options of a rewrite, as sent to a child process. */
export interface RewriteOptions {
  /** The mapping used to read the document. It lists the outputs. */
  mapping: string
  params: Params
  /** The earlier formats, used if the mapping no longer exists. */
  formats: OutputFormat[]
  changes: Change[]
  /** The user's corrections to an earlier reading, to be repeated on this reading. */
  corrections?: AppliedChange[]
  is_approved: boolean
  /** Whether to apply learned corrections. */
  is_new: boolean
}

export interface RewriteResult extends WriteResult<CorrectableReading> {
  made: AppliedChange[]
  /** Number of earlier corrections that do not apply to this reading. */
  lost: number
  /** Corrections that later documents should use. */
  learned_corrections: LearnedCorrection[]
}

/** Applies changes to a reading (JSON) and writes all its outputs again, with the code that wrote them originally. */
export function rewriteOutputs(
  json: string,
  common: ReferenceData,
  own: OwnerTables | undefined,
  order: RewriteOptions & WriteOptions,
): RewriteResult {
  const referenceData = mergeOwnerTables(common, own)
  const read = addLearnedCorrections(parseReading(json), order, own)
  const { reading: repeated, lost } = reapply(read, order.corrections ?? [])
  const { reading, made } = correct(repeated, order.changes)
  const { reader = 'invoice', outputs = order.formats } =
    referenceData.mappings.get(order.mapping) ?? {}
  if (reading.kind === 'fields') {
    const approved = order.is_approved ? approve(reading) : reading
    const written = writeFieldsReading(approved, outputs as FieldsFormat[])
    return { ...written, made, lost, learned_corrections: [] }
  }
  if (reading.kind === 'heat_sheet') {
    const written = writeHeatSheet(reading, { outputs: outputs as HeatSheetFormat[] }, order)
    return { ...written, made, lost, learned_corrections: [] }
  }
  const mapping = { reader, outputs: listFormats(reading, outputs, order) }
  const written = writeInvoice(reading, mapping, referenceData, order)
  return { ...written, made, lost, learned_corrections: findLearnedCorrections(reading) }
}

/**
 * Returns the formats to write. Always includes the JSON, which corrections need. If the mapping no longer exists, adds
 * the Coretax file, because a file that is withheld is not among the stored formats.
 */
function listFormats(
  { filing }: InvoiceReading,
  outputs: readonly OutputFormat[],
  { formats }: RewriteOptions,
): InvoiceFormat[] {
  const json = formats.includes('json') ? (['json'] as const) : []
  const xml = filing && outputs === formats ? (['xml'] as const) : []
  return [...new Set([...json, ...(outputs as InvoiceFormat[]), ...xml])]
}

function addLearnedCorrections(
  reading: CorrectableReading,
  { is_new }: RewriteOptions,
  own: OwnerTables | undefined,
): CorrectableReading {
  return is_new && own && reading.kind === 'invoice'
    ? applyLearnedCorrections(removeLearnedValues(reading), own.learned_corrections)
    : reading
}
