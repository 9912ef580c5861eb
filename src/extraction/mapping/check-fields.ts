import { compileMapping } from '../../domain/fields/request.ts'
import type { FieldsMapping } from '../../domain/mapping/mapping.ts'
import { encodeFault } from '../../domain/messages/fault-codes.ts'
import { findPatternFaults } from '../fields/check-patterns.ts'
import type { LayoutFault } from './check-layout.ts'

/** Checks a mapping's fields as if they were the schema in a request. */
export function checkFields(mapping: FieldsMapping): LayoutFault[] {
  const { fields, schema } = mapping
  const key = fields ? 'fields' : 'schema'
  if (fields && schema) return [{ path: ['schema'], message: encodeFault('schema_or_fields', {}) }]
  const compiled = compileMapping(mapping)
  if (!compiled) return []
  const faults = 'faults' in compiled ? compiled.faults : findPatternFaults(compiled.root)
  return faults.map(({ code, path, params }) => ({
    path: [key, ...(key === 'schema' && path !== null ? path.split('.') : [])],
    message: JSON.stringify({ code, params }) as LayoutFault['message'],
  }))
}
