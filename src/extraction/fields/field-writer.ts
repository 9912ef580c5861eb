import type { FieldsReading } from '../../domain/fields/fields-reading.ts'
import type {
  Field,
  FieldNames,
  GroupField,
  ListField,
  ValueField,
} from '../../domain/fields/field.ts'
import { type Message, message } from '../../domain/messages/message.ts'
import { findViolatedListLimit } from '../../domain/fields/limits.ts'
import type { Found, Outcome } from './found.ts'
import { type FieldValue, toFieldValue } from './to-field-value.ts'

/** Supplies the values of an object: a document, or one row of a table. */
export interface ValueSource {
  /** `groups` are the objects that contain the field within this source, outermost first. */
  findValue(field: ValueField, groups: readonly FieldNames[]): Outcome
  /** Returns undefined if there is no such table. */
  findRows(field: ListField, groups: readonly FieldNames[]): Rows | undefined
}

/** A table. In a `sparse` table, empty cells are normal and get no review reason. */
export interface Rows {
  rows: ValueSource[]
  is_sparse: boolean
  /** Reasons about the table as a whole. */
  reasons?: Message[]
}

export type WrittenFields = Pick<FieldsReading, 'data' | 'evidence'> & {
  reasons: Message[]
  alternatives: NonNullable<FieldsReading['alternatives']>
}

/** Returns a language model's answer for a value that the source does not supply. */
export type FindAnswer = (field: ValueField, path: string) => Found | undefined

const maxReasons = 200

/** Writes the object that a schema describes, with evidence for each value and a review reason for each null. */
export function writeFields(
  root: GroupField,
  source: ValueSource,
  findAnswer: FindAnswer = () => undefined,
): WrittenFields {
  const writer = new FieldWriter(findAnswer)
  const data = writer.writeGroup(root.fields, source, [], 'data')
  const { evidence, alternatives } = writer
  return { data, evidence, alternatives, reasons: writer.reasons.slice(0, maxReasons) }
}

class FieldWriter {
  readonly evidence: FieldsReading['evidence'] = {}
  readonly alternatives: WrittenFields['alternatives'] = {}
  reasons: Message[] = []
  readonly #findAnswer: FindAnswer

  constructor(findAnswer: FindAnswer) {
    this.#findAnswer = findAnswer
  }

  writeGroup(
    fields: readonly Field[],
    source: ValueSource,
    groups: readonly FieldNames[],
    path: string,
  ): Record<string, unknown> {
    const entries = fields.map((field) => [
      field.name,
      this.#writeField(field, source, groups, `${path}.${field.name}`),
    ])
    return Object.fromEntries(entries) as Record<string, unknown>
  }

  #writeField(
    field: Field,
    source: ValueSource,
    groups: readonly FieldNames[],
    path: string,
  ): unknown {
    if (field.kind === 'group')
      return this.writeGroup(field.fields, source, [...groups, field], path)
    if (field.kind === 'list') return this.#writeList(field, source, groups, path)
    return this.#writeValue(field, source.findValue(field, groups), path)
  }

  #writeList(
    field: ListField,
    source: ValueSource,
    groups: readonly FieldNames[],
    path: string,
  ): unknown[] {
    const table = source.findRows(field, groups)
    if (!table || table.rows.length === 0) {
      this.reasons.push(message('custom_list_missing', path, { field: field.name }))
      return []
    }
    const earlier = this.reasons
    this.reasons = []
    const { entry } = field
    const list = table.rows.map((row, index) => {
      const at = `${path}.${index}`
      return entry.kind === 'group'
        ? this.writeGroup(entry.fields, row, [], at)
        : this.#writeValue(entry, row.findValue(entry, []), at)
    })
    const own = summariseColumns(this.reasons, field, table, path)
    this.reasons = [...earlier, ...(table.reasons ?? []), ...own]
    const keyword = findViolatedListLimit(field.limits, list)
    if (keyword) {
      const params = { field: field.name, count: list.length, keyword }
      this.reasons.push(message('custom_list_not_valid', path, params))
    }
    return list
  }

  #writeValue(field: ValueField, outcome: Outcome, path: string): FieldValue | null {
    const { name } = field
    const isSupported = outcome.kind === 'found' && !outcome.found.is_doubtful
    const answer = isSupported ? undefined : this.#findAnswer(field, path)
    if (answer) {
      this.reasons.push(
        message('custom_value_from_model', path, { field: name, value: answer.value }),
      )
      this.evidence[path] = answer.evidence
      return toFieldValue(field, answer.value) ?? null
    }
    if (outcome.kind === 'missing') {
      this.reasons.push(message('custom_value_missing', path, { field: name }))
      return null
    }
    if (outcome.kind === 'not_unique') {
      const values = outcome.candidates.map(({ value }) => value)
      return this.#withhold(path, outcome.candidates, {
        ...message('custom_value_not_unique', path, { field: name, values }),
      })
    }
    const { found } = outcome
    const value = toFieldValue(field, found.value)
    if (value === undefined) {
      const params = { field: name, text: found.value.slice(0, 100) }
      return this.#withhold(path, [found], message('custom_value_not_valid', path, params))
    }
    if (found.is_doubtful) {
      const params = { field: name, value: String(value) }
      return this.#withhold(path, [found], message('custom_value_doubtful', path, params))
    }
    this.evidence[path] = found.evidence
    return value
  }

  /** Returns null and keeps the possible values as alternatives, so that the user can choose one. */
  #withhold(path: string, candidates: readonly Found[], reason: Message): null {
    this.reasons.push(reason)
    const choices = candidates.flatMap(({ value, label, evidence: { page, box, text } }) =>
      page === null || box === null
        ? []
        : [{ value, page, box, text, ...(label !== undefined && { label }) }],
    )
    if (choices.length > 0) this.alternatives[path] = choices
    return null
  }
}

/** Replaces the reasons for all cells in an empty column with one reason for the column. */
function summariseColumns(
  reasons: readonly Message[],
  { name }: ListField,
  { rows, is_sparse }: Rows,
  path: string,
): Message[] {
  const counts = new Map<string, number>()
  for (const reason of reasons) {
    const column = findEmptyColumn(reason, path)
    if (column !== undefined) counts.set(column, (counts.get(column) ?? 0) + 1)
  }
  const empty = [...counts].flatMap(([column, count]) => (count === rows.length ? [column] : []))
  const kept = reasons.filter((reason) => {
    const column = findEmptyColumn(reason, path)
    return column === undefined || !(is_sparse || empty.includes(column))
  })
  const columns = empty.map((column) =>
    message('custom_value_missing', path, { field: `${name}.${column}` }),
  )
  return [...kept, ...columns]
}

/** Returns the column that the reason is about, if its cell has no value: `amount` for `data.lines.3.amount`. */
function findEmptyColumn({ code, path: at }: Message, list: string): string | undefined {
  if (code !== 'custom_value_missing' || !at?.startsWith(`${list}.`)) return undefined
  return /^\d+\.([^.]+)$/.exec(at.slice(list.length + 1))?.[1]
}
