import type { Field, GroupField } from '../../domain/fields/field.ts'
import { createFault } from '../../domain/messages/fault.ts'
import type { Message } from '../../domain/messages/message.ts'
import { parseJson } from '../../domain/values/json.ts'
import { explainUnsupported, parsePattern } from '../layout/unsupported-patterns.ts'

/** Returns why the patterns of a schema cannot run, with their paths. */
export function findPatternFaults({ fields }: GroupField, path = ''): Message[] {
  return fields.flatMap((field) =>
    findFaults(field, [path, 'properties', field.name].filter((part) => part !== '').join('.')),
  )
}

function findFaults(field: Field, path: string): Message[] {
  if (field.kind === 'group') return findPatternFaults(field, path)
  if (field.kind === 'list') return findFaults(field.entry, `${path}.items`)
  if (field.pattern === null) return []
  const fault = explainPattern(field.pattern)
  return fault ? [{ ...fault, path: `${path}.pattern` }] : []
}

function explainPattern(source: string): Message | undefined {
  try {
    const coded = explainUnsupported(parsePattern(source))
    return coded && (parseJson(coded) as Message)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return createFault('not_a_pattern', null, {})
  }
}
