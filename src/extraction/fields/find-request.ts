import { AppError } from '../../domain/errors/app-error.ts'
import { createInvalidFieldsError } from '../../domain/errors/invalid-fields.ts'
import { compileSchemaText } from '../../domain/fields/compile-schema.ts'
import { compileMapping, type FieldsRequest } from '../../domain/fields/request.ts'
import { createDetail } from '../../domain/i18n/problem-detail.ts'
import {
  fieldsMappingName,
  type FieldsMapping,
  type Mapping,
  type Params,
  schemaParam,
} from '../../domain/mapping/mapping.ts'
import type { Message } from '../../domain/messages/message.ts'
import { parseJson } from '../../domain/values/json.ts'
import { findPatternFaults } from './check-patterns.ts'

/** The requested fields, and the mapping that lists the outputs. */
export interface RequestedFields extends FieldsRequest {
  mapping: FieldsMapping
}

/** Returns the fields requested by the schema in the params or in the mapping, or undefined if there is none. */
export function findFieldsRequest(
  name: string,
  mappings: ReadonlyMap<string, Mapping>,
  params: Params = {},
): RequestedFields | undefined {
  const text = params[schemaParam]
  const requested = mappings.get(name)
  const mapping = requested?.reader === 'fields' ? requested : mappings.get(fieldsMappingName)
  if (mapping?.reader !== 'fields' || (!text && mapping !== requested)) return undefined
  const compiled = text ? compileText(text) : compileMapping(mapping)
  if (!compiled) {
    const missing = { mapping: name, names: [schemaParam] }
    throw new AppError('INVALID_REQUEST', createDetail('params_missing', missing))
  }
  return { mapping, ...requireUsable(compiled) }
}

/** Throws an error with the path of each fault if the params contain a schema that cannot be used. */
export function checkSchemaParam(params: Params): void {
  const text = params[schemaParam]
  if (text) requireUsable(compileText(text))
}

function compileText(text: string): FieldsRequest | { faults: Message[] } {
  const { root, faults } = compileSchemaText(text)
  return root ? { schema: parseJson(text) as FieldsRequest['schema'], root } : { faults }
}

function requireUsable(compiled: FieldsRequest | { faults: Message[] }): FieldsRequest {
  const faults = 'faults' in compiled ? compiled.faults : findPatternFaults(compiled.root)
  if ('root' in compiled && faults.length === 0) return compiled
  throw createInvalidFieldsError(
    faults.map((fault) => ({ ...fault, path: [schemaParam, fault.path ?? []].flat().join('.') })),
  )
}
