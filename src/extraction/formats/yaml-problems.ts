import { type Document, isMap, isNode, isScalar, isSeq } from 'yaml'
import { z } from 'zod'
import { toFault, createFault } from '../../domain/messages/fault.ts'
import type { Message } from '../../domain/messages/message.ts'
import { findClosestName } from '../text/edit-distance.ts'

export interface Problem {
  /** Character offset in the file. */
  offset: number
  message: Message
}

type Issue = z.core.$ZodIssue

/** Describes a schema violation and the fix. */
export function toProblems(issue: Issue, document: Document.Parsed, schema: z.ZodType): Problem[] {
  const keys = toDocumentPath(document, issue.path)
  const path = keys.length > 0 ? keys.join('.') : null
  if (issue.code !== 'unrecognized_keys') {
    const message = { ...describeIssue(issue, findNode(document, keys)), path }
    return [{ offset: findOffset(document, keys), message }]
  }
  const known = listKnownKeys(schema, issue.path)
  return issue.keys.map((key) => ({
    offset: findKeyOffset(document, keys, key),
    message: createFault('yaml_unknown_key', path, {
      key,
      known,
      did_you_mean: findClosestName(key, known) ?? null,
    }),
  }))
}

function describeIssue(issue: Issue, node: unknown): Message {
  const written = isScalar(node) ? String(node.source ?? node.value) : undefined
  if (issue.code === 'invalid_type') return describeType(issue.expected, node, written)
  if (issue.code === 'invalid_value') {
    const values = issue.values.map(String)
    const suggestion = written === undefined ? undefined : findClosestName(written, values)
    return createFault('not_one_of', null, { values, did_you_mean: suggestion ?? null })
  }
  if (issue.code === 'too_small' && issue.origin !== 'number') return createFault('empty', null, {})
  const [first] = issue.code === 'invalid_union' ? issue.errors.flat() : []
  if (first) return describeIssue(first, node)
  const fault = toFault({ ...issue, path: [] }, undefined)
  return fault.code === 'invalid' ? createFault('admin_file', null, { text: issue.message }) : fault
}

function describeType(expected: string, node: unknown, written: string | undefined): Message {
  if (expected === 'array' && written) return createFault('yaml_list_needed', null, { written })
  if (expected === 'string' && written) return createFault('yaml_text_needed', null, { written })
  return createFault(node === undefined ? 'yaml_missing' : 'yaml_wrong_type', null, { expected })
}

/** Returns the offset of a value or of its nearest existing parent. */
export function findOffset(document: Document.Parsed, path: PropertyKey[]): number {
  const node = findNode(document, toDocumentPath(document, path))
  if (isNode(node)) return node.range?.[0] ?? 0
  return path.length === 0 ? 0 : findOffset(document, path.slice(0, -1))
}

function findKeyOffset(document: Document.Parsed, path: PropertyKey[], key: string): number {
  const holder = findNode(document, path)
  const pair = isMap(holder) ? holder.items.find((it) => String(it.key) === key) : undefined
  return (isNode(pair?.key) && pair.key.range?.[0]) || findOffset(document, path)
}

/** Drops the index in `fields.date.1.text` if the file has one value instead of a list. */
function toDocumentPath(document: Document.Parsed, path: PropertyKey[]): PropertyKey[] {
  return path.reduce<PropertyKey[]>((soFar, key) => {
    const isImplicitIndex = typeof key === 'number' && !isSeq(findNode(document, soFar))
    return isImplicitIndex ? soFar : [...soFar, key]
  }, [])
}

function findNode(document: Document.Parsed, path: PropertyKey[]): unknown {
  return path.length === 0 ? document.contents : document.getIn(path, true)
}

interface JsonSchema {
  properties?: Record<string, JsonSchema>
  propertyNames?: { enum?: string[] }
  additionalProperties?: JsonSchema | boolean
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
}

/** Returns the keys that any variant of the schema accepts at this path. */
function listKnownKeys(schema: z.ZodType, path: PropertyKey[]): string[] {
  const whole = z.toJSONSchema(schema, { unrepresentable: 'any' }) as JsonSchema
  const schemas = path.reduce<JsonSchema[]>(
    (nodes, key) =>
      nodes.flatMap((node) => flattenVariants(node)).flatMap((node) => listChildSchemas(node, key)),
    [whole],
  )
  const keys = schemas
    .flatMap(flattenVariants)
    .flatMap((node) => [...Object.keys(node.properties ?? {}), ...(node.propertyNames?.enum ?? [])])
  return [...new Set(keys)]
}

function flattenVariants(node: JsonSchema): JsonSchema[] {
  const inside = [...(node.anyOf ?? []), ...(node.oneOf ?? [])]
  return inside.length === 0 ? [node] : inside.flatMap(flattenVariants)
}

function listChildSchemas(
  { properties, additionalProperties, items }: JsonSchema,
  key: PropertyKey,
) {
  const child =
    typeof key === 'number' ? items : (properties?.[String(key)] ?? additionalProperties)
  return typeof child === 'object' ? [child] : []
}
