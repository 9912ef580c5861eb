import { clip, createFault } from '../messages/fault.ts'
import type { Message } from '../messages/message.ts'
import { findClosestName } from '../values/edit-distance.ts'
import type { FieldNames, FieldType, ValueField } from './field.ts'
import { readLimits, valueLimits } from './limits.ts'

const maxOptions = 100

const typesByName: Record<string, FieldType> = {
  string: 'text',
  number: 'number',
  integer: 'integer',
  boolean: 'flag',
}

/** String formats that change a field's type. */
const typesByFormat: Record<string, FieldType> = { date: 'date', decimal: 'decimal' }

const textFormats = ['date', 'decimal', 'email', 'uri', 'url', 'iban', 'bic', 'phone']
/** Number formats that code generators write. They have no effect. */
const numberFormats = ['int32', 'int64', 'float', 'double']

/** Compiles the schema for a single value. Returns a fault with its path if it cannot be used. */
export function compileValue(
  schema: Readonly<Record<string, unknown>>,
  names: FieldNames,
): ValueField | Message {
  const { type: given, format = null, pattern = null, const: only } = schema
  if (format !== null && typeof format !== 'string')
    return createFault('wrong_type', 'format', { expected: 'string' })
  if (pattern !== null && typeof pattern !== 'string')
    return createFault('wrong_type', 'pattern', { expected: 'string' })
  const options = readOptions(only === undefined ? schema['enum'] : [only])
  if (options !== null && 'code' in options) return options
  const type = findType(given, options)
  if (!type) {
    const values = [...Object.keys(typesByName), 'object', 'array']
    return createFault('not_one_of', 'type', { values, did_you_mean: null })
  }
  const fault = format === null ? undefined : checkFormat(format, type)
  if (fault) return fault
  const limits = readLimits(schema, valueLimits)
  if ('code' in limits) return limits
  const byFormat = type === 'text' && format !== null ? typesByFormat[format] : undefined
  return { kind: 'value', ...names, type: byFormat ?? type, format, limits, options, pattern }
}

function checkFormat(format: string, type: FieldType): Message | undefined {
  const values = type === 'text' ? textFormats : numberFormats
  if (values.includes(format)) return undefined
  const isDate = type === 'text' && format === 'date-time'
  const did_you_mean = isDate ? 'date' : (findClosestName(clip(format), values) ?? null)
  return createFault('not_one_of', 'format', { values, did_you_mean })
}

/** Returns the field type. Ignores null among the given types, because any value may be missing from the page. */
function findType(given: unknown, options: (string | number)[] | null): FieldType | undefined {
  if (given === undefined && options?.every((one) => typeof one === 'number')) return 'number'
  if (given === undefined) return 'text'
  const names = (Array.isArray(given) ? (given as unknown[]) : [given]).filter(
    (name) => name !== 'null',
  )
  const [name] = names
  if (names.length !== 1 || typeof name !== 'string') return undefined
  return Object.hasOwn(typesByName, name) ? typesByName[name] : undefined
}

function readOptions(given: unknown): (string | number)[] | null | Message {
  if (given === undefined) return null
  if (!Array.isArray(given)) return createFault('wrong_type', 'enum', { expected: 'array' })
  const options = (given as unknown[]).filter((one) => one !== null)
  if (options.length === 0) return createFault('empty', 'enum', {})
  if (options.length > maxOptions) return createFault('list_too_long', 'enum', { most: maxOptions })
  const isUsable = options.every(
    (one): one is string | number =>
      typeof one === 'number' || (typeof one === 'string' && one.length <= 500),
  )
  return isUsable ? options : createFault('schema_options', 'enum', {})
}
