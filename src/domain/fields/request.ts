import type { Message } from '../messages/message.ts'
import { compileSchema, type JsonObject } from './compile-schema.ts'
import type { GroupField } from './field.ts'
import { type ListedField, toJsonSchema } from './field-list.ts'

/** The fields that a mapping or a request asks for. */
export interface FieldsRequest {
  /** As the client sent it. */
  schema: Record<string, unknown>
  root: GroupField
}

/** Where a mapping states its fields. */
export interface FieldsSource {
  fields?: readonly ListedField[] | undefined
  schema?: JsonObject | undefined
}

/** Compiles the fields that a mapping asks for; undefined if the request defines them. */
export function compileMapping({
  fields,
  schema,
}: FieldsSource): FieldsRequest | { faults: Message[] } | undefined {
  const given = schema ?? (fields && toJsonSchema(fields))
  if (!given) return undefined
  const compiled = compileSchema(given)
  return compiled.root ? { schema: { ...given }, root: compiled.root } : { faults: compiled.faults }
}
