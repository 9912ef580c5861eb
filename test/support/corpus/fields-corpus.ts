import { readFileSync } from 'node:fs'
import path from 'node:path'
import { compileSchema } from '../../../src/domain/fields/compile-schema.ts'
import type { FieldsReading } from '../../../src/domain/fields/fields-reading.ts'
import type { Page } from '../../../src/domain/reading/reading.ts'
import { type BaseReading, readFields } from '../../../src/extraction/fields/read-fields.ts'
import { loadVocabulary } from '../../../src/extraction/mapping/load-vocabulary.ts'
import { type NamedProperties, type SchemaSet, toSchema } from '../../fixtures/field-schemas.ts'

export const vocabulary = loadVocabulary('mappings/vocabulary')

export type Verdict = 'right' | 'null' | 'wrong'

/** Numbers of correct, null and wrong values, and a list of the wrong ones. */
export interface FieldsScore extends Record<Verdict, number> {
  id: string
  documents: number
  /** Only values outside lists. */
  single: Record<Verdict, number>
  mistakes: string[]
}

/** Compares one value with the expected one. Called only for values that are not null. */
export type IsSame = (read: unknown) => boolean

/** Expected values by meaning. A meaning that is absent is not compared. */
export interface ExpectedFields {
  fields: Readonly<Record<string, IsSame>>
  /** The cells of each row by meaning, or undefined if rows are not compared. */
  rows?: readonly Readonly<Record<string, IsSame>>[] | undefined
  /** True if rows may come in another order. */
  is_unordered?: boolean
}

export function createScore(id: string): FieldsScore {
  const single = { right: 0, null: 0, wrong: 0 }
  return { id, documents: 0, ...single, single, mistakes: [] }
}

export function readWithSchema(
  set: Pick<SchemaSet, 'fields'> & Partial<SchemaSet>,
  pages: Page[],
  base: BaseReading,
): FieldsReading {
  const schema = toSchema(set)
  const compiled = compileSchema(schema)
  if (!compiled.root) throw new Error(JSON.stringify(compiled.faults))
  return readFields({ schema, root: compiled.root }, pages, base, vocabulary)
}

/** Adds the verdicts for one document. */
export function scoreDocument(
  score: FieldsScore,
  id: string,
  set: Pick<SchemaSet, 'fields'> & Partial<SchemaSet>,
  { data }: FieldsReading,
  expected: ExpectedFields,
): void {
  score.documents += 1
  const record = (verdict: Verdict, what: string) => {
    score[verdict] += 1
    if (verdict === 'wrong') score.mistakes.push(`${id} ${what}`)
  }
  for (const [meaning, verdict] of judge(set.fields, data, expected.fields)) {
    score.single[verdict] += 1
    record(verdict, `${meaning}: ${JSON.stringify(data[set.fields[meaning]?.[0] ?? ''])}`)
  }
  if (!set.list || !expected.rows) return
  const { columns, name } = set.list
  const rows = [...((data[name] as Record<string, unknown>[] | undefined) ?? [])]
  const isEmpty = rows.length === 0
  for (const [at, row] of expected.rows.entries()) {
    const found = takeRow(rows, row, columns, expected.is_unordered ? undefined : 0)
    const verdicts = judge(columns, found ?? {}, row)
    for (const [meaning, verdict] of verdicts)
      record(isEmpty ? 'null' : verdict, `row ${at} ${meaning}: ${JSON.stringify(found)}`)
  }
  for (const row of rows) record('wrong', `extra row ${JSON.stringify(row)}`)
}

/** Removes and returns the row that fits best, or the one at `at` if rows are in order. */
function takeRow(
  rows: Record<string, unknown>[],
  expected: Readonly<Record<string, IsSame>>,
  columns: NamedProperties,
  at: number | undefined,
): Record<string, unknown> | undefined {
  if (at !== undefined) return rows.splice(at, 1)[0]
  const count = (row: Record<string, unknown>) =>
    judge(columns, row, expected).filter(([, verdict]) => verdict === 'right').length
  const wanted = Object.keys(expected).length
  const exact = rows.findIndex((row) => count(row) === wanted)
  if (exact >= 0) return rows.splice(exact, 1)[0]
  const counts = rows.map(count)
  return rows.splice(counts.indexOf(Math.max(...counts)), 1)[0]
}

function judge(
  named: NamedProperties,
  data: Readonly<Record<string, unknown>>,
  expected: Readonly<Record<string, IsSame>>,
): [string, Verdict][] {
  return Object.entries(expected).flatMap(([meaning, isSame]): [string, Verdict][] => {
    const [name] = named[meaning] ?? []
    if (name === undefined) return []
    const value = data[name] ?? null
    if (value === null) return [[meaning, 'null']]
    return [[meaning, isSame(value) ? 'right' : 'wrong']]
  })
}

export function isText(wanted: string): IsSame {
  const fold = (text: unknown) =>
    String(text)
      .normalize('NFKC')
      .replace(/[\s.,'’"\-–]+/g, '')
      .toLowerCase()
  return (read) => fold(read) === fold(wanted)
}

export function isAmount(...wanted: (string | number)[]): IsSame {
  return (read) => wanted.some((one) => Math.abs(Number(one) - Number(read)) < 0.011)
}

export function isExactly(wanted: unknown): IsSame {
  return (read) => read === wanted
}

export function parseCorpusFile<T>(...name: string[]): T {
  return JSON.parse(readFileSync(path.resolve('../shared/corpus', ...name), 'utf8')) as T
}
