import type { Message } from '../messages/message.ts'
import { compileSchema, type JsonObject } from './compile-schema.ts'
import type { GroupField } from './field.ts'
import { type ListedField, toJsonSchema } from './field-list.ts'

/** The fields that a mapping or a request defines. */
export interface FieldsRequest {
  /** The schema as the client sent it. */
  schema: Record<string, unknown>
  root: GroupField
}

/** The part of a mapping that defines its fields. */
export interface FieldsSource {
  fields?: readonly ListedField[] | undefined
  schema?: JsonObject | undefined
}

/** Compiles a mapping's fields. Returns undefined if the request defines the fields instead. */
export function compileMapping({
  fields,
  schema,
}: FieldsSource): FieldsRequest | { faults: Message[] } | undefined {
  const given = schema ?? (fields && toJsonSchema(fields))
  if (!given) return undefined
  const compiled = compileSchema(given)
  return compiled.root ? { schema: { ...given }, root: compiled.root } : { faults: compiled.faults }
}
