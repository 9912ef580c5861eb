import type { Field, GroupField } from '../../domain/fields/field.ts'
import type { FieldsQuestion } from '../../domain/fields/fields-answer.ts'
import type { FieldsReading } from '../../domain/fields/fields-reading.ts'
import type { Page } from '../../domain/reading/reading.ts'
import { toQuestionText } from '../any-invoice/model/find-question.ts'
import { splitName } from './field-phrases.ts'

/** Maximum number of questions. With more, the answers would be unreliable. */
const maxAsked = 40

/**
 * Returns a question about the values that are null, or undefined if a language model cannot help. Does not ask about
 * tables.
 */
export function findFieldsQuestion(
  { data }: FieldsReading,
  root: GroupField,
  pages: Page[],
): (FieldsQuestion & { pages: Page[] }) | undefined {
  const asked = listNulls(root, data, 'data', '').slice(0, maxAsked)
  return asked.length === 0
    ? undefined
    : { kind: 'fields', asked, text: toQuestionText(pages), pages }
}

function listNulls(
  { fields }: GroupField,
  data: Readonly<Record<string, unknown>>,
  path: string,
  prefix: string,
): FieldsQuestion['asked'] {
  return fields.flatMap((field) => {
    const at = `${path}.${field.name}`
    const value = data[field.name]
    const name = `${prefix}${field.title ?? splitName(field.name)}`
    if (field.kind === 'group')
      return listNulls(field, value as Readonly<Record<string, unknown>>, at, `${name}: `)
    if (field.kind === 'list' || value !== null) return []
    return [{ path: at, meaning: describe(field, name) }]
  })
}

function describe({ description, labels }: Field, name: string): string {
  const printed = labels.length > 0 ? `labelled ${labels.join(' or ')}` : ''
  return [name, description ?? '', printed].filter((part) => part !== '').join('; ')
}
