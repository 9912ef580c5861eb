import type { Lesson } from '../../domain/invoice/directory.ts'
import type { ReferenceData } from './reference-data.ts'
import type { Directory, Tables } from '../directory/directory.ts'
import { mergeTables } from '../directory/merge-tables.ts'

/** What one owner keeps, and what was learned from their corrections. */
export interface OwnerTables extends Tables {
  lessons: Pick<Lesson, 'path' | 'about' | 'value'>[]
}

/** Dear to make of many entries, and asked for again with each document. */
const layers = new WeakMap<OwnerTables, Directory>()

/** What is known to the owner of these tables. */
export function withOwnerTables(
  knowledge: ReferenceData,
  own: OwnerTables | undefined,
): ReferenceData {
  if (!own) return knowledge
  const directory = layers.get(own) ?? mergeTables(knowledge.tables, own)
  layers.set(own, directory)
  return { ...knowledge, directory }
}
