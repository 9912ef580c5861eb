import type { ExchangeRate } from '../../domain/invoice/exchange-rate.ts'
import type { LearnedCorrection } from '../../domain/invoice/directory.ts'
import type { ReferenceData } from './reference-data.ts'
import type { Directory, Tables } from '../directory/directory.ts'
import { mergeTables } from '../directory/merge-tables.ts'

/** An owner's tables, with the corrections learned from their reviews. */
export interface OwnerTables extends Tables {
  learned_corrections: Pick<LearnedCorrection, 'path' | 'about' | 'value'>[]
  /** Weekly exchange rates. */
  rates?: readonly ExchangeRate[]
}

/** Caches merged directories, because every document needs one and merging many entries is expensive. */
const mergedDirectories = new WeakMap<OwnerTables, Directory>()

export function mergeOwnerTables(
  referenceData: ReferenceData,
  own: OwnerTables | undefined,
): ReferenceData {
  if (!own) return referenceData
  const directory = mergedDirectories.get(own) ?? {
    ...mergeTables(referenceData.tables, own),
    rates: own.rates ?? [],
  }
  mergedDirectories.set(own, directory)
  return { ...referenceData, directory }
}
