import { parseReading } from '../../domain/review/parse-reading.ts'
import type { Change, CorrectableReading, AppliedChange } from '../../domain/review/change.ts'
import { correct } from '../../domain/review/correct.ts'
import { reapply } from '../../domain/review/reapply.ts'
import type { LearnedCorrection } from '../../domain/invoice/directory.ts'
import type { Params } from '../../domain/mapping/mapping.ts'
import type {
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
import {
  writeHeatSheet,
  writeInvoice,
  type WriteOptions,
  type WriteResult,
} from './write-outputs.ts'

/** Rewrite options, as sent to a child process. */
export interface RewriteOptions {
  /** Mapping that read the document and lists the outputs. */
  mapping: string
  params: Params
  /** Earlier formats, used if the mapping no longer exists. */
  formats: OutputFormat[]
  changes: Change[]
  /** The user's corrections to an earlier reading, to reapply to this one. */
  corrections?: AppliedChange[]
  is_approved: boolean
  /** True to apply learned corrections. */
  is_new: boolean
}

export interface RewriteResult extends WriteResult<CorrectableReading> {
  made: AppliedChange[]
  /** Number of earlier corrections that do not fit this reading. */
  lost: number
  /** Corrections to learn for later documents. */
  learned_corrections: LearnedCorrection[]
}

/** Applies changes to a reading (JSON) and writes all of its outputs with the code that wrote them first. */
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
  if (reading.kind === 'heat_sheet') {
    const written = writeHeatSheet(reading, { outputs: outputs as HeatSheetFormat[] }, order)
    return { ...written, made, lost, learned_corrections: [] }
  }
  const mapping = { reader, outputs: outputs as InvoiceFormat[] }
  const written = writeInvoice(reading, mapping, referenceData, order)
  return { ...written, made, lost, learned_corrections: findLearnedCorrections(reading) }
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
