import {
  type Change,
  type CorrectableReading,
  type MadeChange,
  readingIn,
} from '../domain/change.ts'
import { correct } from '../domain/correct.ts'
import type { HeatSheetFormat, InvoiceFormat, OutputFormat, Params } from '../domain/mapping.ts'
import type { Knowledge } from './knowledge.ts'
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
}

export interface Rewritten extends Written<CorrectableReading> {
  made: MadeChange[]
}

/** The JSON of a reading with changes made to it, and all of its files written anew by what wrote them first. */
export function rewrite(
  json: string,
  knowledge: Knowledge,
  { mapping, formats, changes, ...options }: RewriteOrder & WriteOptions,
): Rewritten {
  const { reading, made } = correct(readingIn(json), changes)
  const { reader = 'invoice', outputs = formats } = knowledge.mappings.get(mapping) ?? {}
  const written =
    reading.kind === 'invoice'
      ? writeInvoice(reading, { reader, outputs: outputs as InvoiceFormat[] }, knowledge, options)
      : writeHeatSheet(reading, { outputs: outputs as HeatSheetFormat[] }, options)
  return { ...written, made }
}
