import { createFault, clip } from '../messages/fault.ts'
import type { Message } from '../messages/message.ts'
import { joinPath } from '../values/join-path.ts'
import { parseJson } from '../values/json.ts'
import type { Field, FieldNames, GroupField, ListField } from './field.ts'
import { compileValue } from './compile-value.ts'
import { listLimits, readLimits, valueLimits } from './limits.ts'
import { maxSchemaBytes } from './schema-size.ts'

const maxDepth = 4
const maxFields = 100
const maxTextLength = 500
const maxLabels = 20

/** The root field of a schema, or the reason why the schema cannot be used. */
export type CompiledSchema =
  | { root: GroupField; faults?: never }
  | { root?: never; faults: Message[] }

export type JsonObject = Readonly<Record<string, unknown>>

/** A subschema and its path in the whole schema. */
interface SchemaNode {
  schema: JsonObject
  path: string
}

/** Compiles a JSON Schema in text form. */
export function compileSchemaText(text: string): CompiledSchema {
  if (new TextEncoder().encode(text).length > maxSchemaBytes)
    return { faults: [createFault('schema_too_large', null, { kilobytes: maxSchemaBytes / 1024 })] }
  const schema = parseJson(text)
  if (schema === undefined) return { faults: [createFault('schema_not_json', null, {})] }
  if (!isObject(schema))
    return { faults: [createFault('wrong_type', null, { expected: 'object' })] }
  return compileSchema(schema)
}

/** Compiles the supported part of JSON Schema: objects, lists of objects or values, and values. */
export function compileSchema(schema: JsonObject): CompiledSchema {
  const compiler = new SchemaCompiler(schema)
  const root = compiler.compile({ schema, path: '' }, '', 0)
  const faults = compiler.faults.slice(0, maxFaults)
  if (faults.length > 0) return { faults }
  if (root?.kind === 'group') return { root }
  return { faults: [createFault('schema_not_object', null, {})] }
}

const maxFaults = 20

/** Ignored keywords, because Docket always returns every property, as null if the page has no value. */
const ignoredKeywords = [
  '$schema',
  '$id',
  '$comment',
  '$defs',
  'definitions',
  'default',
  'examples',
  'required',
  'additionalProperties',
  'deprecated',
  'readOnly',
  'writeOnly',
  'minProperties',
  'maxProperties',
]

const namingKeywords = ['type', 'title', 'description', 'x-labels']
const keywordsByKind = {
  group: ['properties'],
  list: ['items', ...listLimits],
  value: ['format', 'enum', 'const', 'pattern', ...valueLimits],
}

class SchemaCompiler {
  readonly faults: Message[] = []
  readonly #root: JsonObject
  #count = 0

  constructor(root: JsonObject) {
    this.#root = root
  }

  compile(given: SchemaNode, name: string, depth: number): Field | undefined {
    const node = this.#resolve(given)
    if (!node) return undefined
    const { schema, path } = node
    const kind = findKind(schema)
    const isAllowed = this.#checkKeywords(node, kind)
    const names = this.#readNames(node, name)
    if (!isAllowed || !names) return undefined
    if (kind === 'group') return this.#compileGroup(node, names, depth + 1)
    if (kind === 'list') return this.#compileList(node, names, depth)
    const value = compileValue(schema, names)
    if (!('code' in value)) return value
    return this.#report(value, path)
  }

  #compileGroup({ schema, path }: SchemaNode, names: FieldNames, depth: number) {
    if (depth > maxDepth) return this.#fail('schema_too_deep', path, { most: maxDepth })
    const { properties } = schema
    const at = joinPath(path, 'properties')
    if (properties === undefined) return this.#fail('missing', at, {})
    if (!isObject(properties)) return this.#fail('wrong_type', at, { expected: 'object' })
    const fields: Field[] = []
    for (const [name, part] of Object.entries(properties)) {
      this.#count += 1
      if (this.#count > maxFields)
        return this.#fail('schema_too_many_fields', at, { most: maxFields })
      const partPath = joinPath(at, clip(name))
      if (!isFieldName(name)) this.#fail('schema_name', partPath, {})
      else if (!isObject(part)) this.#fail('wrong_type', partPath, { expected: 'object' })
      else {
        const field = this.compile({ schema: part, path: partPath }, name, depth)
        if (field) fields.push(field)
      }
    }
    if (Object.keys(properties).length === 0) return this.#fail('empty', at, {})
    return { kind: 'group', ...names, fields } satisfies GroupField
  }

  #compileList({ schema, path }: SchemaNode, names: FieldNames, depth: number) {
    const at = joinPath(path, 'items')
    const { items } = schema
    if (items === undefined) return this.#fail('missing', at, {})
    if (!isObject(items)) return this.#fail('wrong_type', at, { expected: 'object' })
    const entry = this.compile({ schema: items, path: at }, names.name, depth)
    if (!entry) return undefined
    if (entry.kind === 'list') return this.#fail('schema_list_of_lists', at, {})
    const limits = readLimits(schema, listLimits)
    if ('code' in limits) return this.#report(limits, path)
    return { kind: 'list', ...names, limits, entry } satisfies ListField
  }

  /** Resolves a `$ref`, and reduces an `anyOf` of a schema and null, which code generators write, to the schema. */
  #resolve({ schema, path }: SchemaNode): SchemaNode | undefined {
    let current = schema
    for (let step = 0; step < maxDepth * 2; step++) {
      const { $ref: reference, anyOf, oneOf, ...rest } = current
      const options = anyOf ?? oneOf
      if (reference !== undefined) {
        const target = findDefinition(this.#root, reference)
        if (!target) return this.#fail('schema_reference', joinPath(path, '$ref'), {})
        current = { ...target, ...rest }
      } else if (Array.isArray(options)) {
        const schemas = options.filter(isObject).filter(({ type }) => type !== 'null')
        const [only] = schemas
        if (!only || schemas.length > 1)
          return this.#failKeyword(path, anyOf ? 'anyOf' : 'oneOf', 'value')
        current = { ...only, ...rest }
      } else return { schema: current, path }
    }
    return this.#fail('schema_too_deep', path, { most: maxDepth })
  }

  #checkKeywords({ schema, path }: SchemaNode, kind: Field['kind']): boolean {
    const known = [...ignoredKeywords, ...namingKeywords, ...keywordsByKind[kind]]
    const unknown = Object.keys(schema).filter(
      (key) => !known.includes(key) && !(key.startsWith('x-') && key !== 'x-labels'),
    )
    for (const keyword of unknown.slice(0, 5)) this.#failKeyword(path, clip(keyword), kind)
    return unknown.length === 0
  }

  #readNames({ schema, path }: SchemaNode, name: string): FieldNames | undefined {
    const { title = null, description = null, 'x-labels': labels = [] } = schema
    for (const [key, text] of Object.entries({ title, description })) {
      if (text !== null && typeof text !== 'string')
        return this.#fail('wrong_type', joinPath(path, key), { expected: 'string' })
      if (text !== null && text.length > maxTextLength)
        return this.#fail('text_too_long', joinPath(path, key), { most: maxTextLength })
    }
    if (!isTextList(labels)) return this.#fail('schema_labels', joinPath(path, 'x-labels'), {})
    if (labels.length > maxLabels)
      return this.#fail('list_too_long', joinPath(path, 'x-labels'), { most: maxLabels })
    return { name, title, description, labels } as FieldNames
  }

  #failKeyword(path: string, keyword: string, kind: Field['kind']): undefined {
    const known = [...namingKeywords, ...keywordsByKind[kind]]
    this.#fail('schema_keyword', joinPath(path, keyword), { keyword, known })
  }

  #fail(...[code, path, params]: Parameters<typeof createFault>): undefined {
    this.faults.push(createFault(code, path || null, params))
  }

  #report(fault: Message, path: string): undefined {
    this.faults.push({ ...fault, path: joinPath(path, fault.path ?? '') || null })
  }
}

/** Returns the definition that a local reference points to: `#/$defs/Line`. */
function findDefinition(root: JsonObject, reference: unknown): JsonObject | undefined {
  const [, list, name] =
    /^#\/(\$defs|definitions)\/([^/]{1,100})$/.exec(
      typeof reference === 'string' ? reference : '',
    ) ?? []
  const definitions = list === undefined ? undefined : root[list]
  if (!isObject(definitions) || name === undefined || !Object.hasOwn(definitions, name))
    return undefined
  const found = definitions[name]
  return isObject(found) ? found : undefined
}

function findKind({ type, properties, items }: JsonObject): Field['kind'] {
  const types = Array.isArray(type) ? (type as unknown[]) : [type]
  if (types.includes('object') || (type === undefined && properties !== undefined)) return 'group'
  if (types.includes('array') || (type === undefined && items !== undefined)) return 'list'
  return 'value'
}

/** True if a name can be part of a dot-separated path, so it must not contain a dot. */
function isFieldName(name: string): boolean {
  return (
    name.length > 0 &&
    name.length <= 100 &&
    !/[./\p{Cc}]/u.test(name) &&
    !/^\d+$/.test(name) &&
    !['__proto__', 'constructor', 'prototype'].includes(name)
  )
}

function isTextList(value: unknown): value is string[] {
  return (
    Array.isArray(value) &&
    value.every((one) => typeof one === 'string' && /[\p{L}\p{N}]/u.test(one) && one.length <= 100)
  )
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
