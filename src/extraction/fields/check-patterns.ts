import type { Field, GroupField } from '../../domain/fields/field.ts'
import { createFault } from '../../domain/messages/fault.ts'
import type { Message } from '../../domain/messages/message.ts'
import { joinPath } from '../../domain/values/join-path.ts'
import { parseJson } from '../../domain/values/json.ts'
import { countSteps } from '../layout/pattern-steps.ts'
import { explainUnsupported, parsePattern } from '../layout/unsupported-patterns.ts'

/** Maximum estimated number of steps for all patterns together. They are compiled during the request. */
const maxSchemaSteps = 2000

/** Returns a message for a pattern in the schema that cannot be run, with its path. */
export function findPatternFaults(root: GroupField): Message[] {
  let steps = 0
  for (const { source, path } of listPatterns(root, '')) {
    const fault = explainPattern(source)
    // Returns only the first fault, because checking all patterns could take seconds.
    if (fault) return [{ ...fault, path }]
    steps += countSteps(parsePattern(source))
    if (steps > maxSchemaSteps) {
      return [createFault('patterns_too_large', path, { most: maxSchemaSteps })]
    }
  }
  return []
}

interface LocatedPattern {
  path: string
  source: string
}

function listPatterns(field: Field, path: string): LocatedPattern[] {
  const at = (...keys: string[]) => joinPath(path, ...keys)
  if (field.kind === 'list') return listPatterns(field.entry, at('items'))
  if (field.kind === 'group') {
    return field.fields.flatMap((child) => listPatterns(child, at('properties', child.name)))
  }
  return field.pattern === null ? [] : [{ path: at('pattern'), source: field.pattern }]
}

function explainPattern(source: string): Message | undefined {
  try {
    const coded = explainUnsupported(source)
    return coded && (parseJson(coded) as Message)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return createFault('not_a_pattern', null, {})
  }
}
