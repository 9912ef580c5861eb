import type { Lesson } from '../../domain/invoice/directory.ts'
import type { Knowledge } from './reference-data.ts'
import type { Directory, Tables } from '../directory/directory.ts'
import { layered } from '../directory/merge-tables.ts'

/** What one owner keeps, and what was learned from their corrections. */
export interface OwnTables extends Tables {
  lessons: Pick<Lesson, 'path' | 'about' | 'value'>[]
}

/** Dear to make of many entries, and asked for again with each document. */
const layers = new WeakMap<OwnTables, Directory>()

/** What is known to the owner of these tables. */
export function knowledgeWith(knowledge: Knowledge, own: OwnTables | undefined): Knowledge {
  if (!own) return knowledge
  const directory = layers.get(own) ?? layered(knowledge.tables, own)
  layers.set(own, directory)
  return { ...knowledge, directory }
}
