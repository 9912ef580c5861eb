import { type Document, isMap, isNode, isScalar, isSeq } from 'yaml'
import { z } from 'zod'
import { closestName } from '../text/edit-distance.ts'

export interface Problem {
  /** Character offset in the file. */
  offset: number
  message: string
}

type Issue = z.core.$ZodIssue

/** Describes a schema violation and the fix. */
export function toProblems(issue: Issue, document: Document.Parsed, schema: z.ZodType): Problem[] {
  const path = pathInDocument(document, issue.path)
  const withPath = (sentence: string) => (path.length > 0 ? `${path.join('.')}: ` : '') + sentence
  if (issue.code !== 'unrecognized_keys') {
    const message = withPath(describeIssue(issue, nodeAt(document, path)))
    return [{ offset: findOffset(document, path), message }]
  }
  const known = knownKeys(schema, issue.path)
  return issue.keys.map((key) => ({
    offset: findKeyOffset(document, path, key),
    message: withPath(describeUnknownKey(key, known)),
  }))
}

function describeUnknownKey(key: string, known: string[]): string {
  const suggestion = closestName(key, known)
  const hint = suggestion ? `did you mean "${suggestion}"?` : `there are ${known.join(', ')}.`
  return `there is no key "${key}" here${known.length > 0 ? `; ${hint}` : '.'}`
}

const typeNames: Record<string, string> = {
  string: 'a text',
  array: 'a list, like [one, another]',
  object: 'keys with their values, like { key: value }',
  record: 'keys with their values, like { key: value }',
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
}

function describeIssue(issue: Issue, node: unknown): string {
  const written = isScalar(node) ? String(node.source ?? node.value) : undefined
  if (issue.code === 'invalid_type') {
    if (issue.expected === 'array' && written) return `must be a list; write [${written}]`
    if (issue.expected === 'string' && written) return `must be a text; write "${written}"`
    const kind = typeNames[issue.expected] ?? issue.expected
    return node === undefined ? `is missing; write ${kind}` : `must be ${kind}`
  }
  if (issue.code === 'invalid_value') {
    const values = issue.values.map(String)
    const suggestion = written === undefined ? undefined : closestName(written, values)
    return `must be one of ${values.join(', ')}${suggestion ? `; did you mean "${suggestion}"?` : ''}`
  }
  if (issue.code === 'too_small' && issue.origin !== 'number') return 'must not be empty'
  const [first] = issue.code === 'invalid_union' ? issue.errors.flat() : []
  return first ? describeIssue(first, node) : issue.message
}

/** Offset of a value, or of its nearest existing parent. */
export function findOffset(document: Document.Parsed, path: PropertyKey[]): number {
  const node = nodeAt(document, pathInDocument(document, path))
  if (isNode(node)) return node.range?.[0] ?? 0
  return path.length === 0 ? 0 : findOffset(document, path.slice(0, -1))
}

function findKeyOffset(document: Document.Parsed, path: PropertyKey[], key: string): number {
  const holder = nodeAt(document, path)
  const pair = isMap(holder) ? holder.items.find((it) => String(it.key) === key) : undefined
  return (isNode(pair?.key) && pair.key.range?.[0]) || findOffset(document, path)
}

/** `fields.date.1.text`; drops the index where the file gives one value instead of a list. */
function pathInDocument(document: Document.Parsed, path: PropertyKey[]): PropertyKey[] {
  return path.reduce<PropertyKey[]>((soFar, key) => {
    const isImplicitIndex = typeof key === 'number' && !isSeq(nodeAt(document, soFar))
    return isImplicitIndex ? soFar : [...soFar, key]
  }, [])
}

function nodeAt(document: Document.Parsed, path: PropertyKey[]): unknown {
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

/** Keys that any variant of the schema accepts at this path. */
function knownKeys(schema: z.ZodType, path: PropertyKey[]): string[] {
  const whole = z.toJSONSchema(schema, { unrepresentable: 'any' }) as JsonSchema
  const schemas = path.reduce<JsonSchema[]>(
    (nodes, key) =>
      nodes.flatMap((node) => flattenVariants(node)).flatMap((node) => childSchemas(node, key)),
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

function childSchemas({ properties, additionalProperties, items }: JsonSchema, key: PropertyKey) {
  const child =
    typeof key === 'number' ? items : (properties?.[String(key)] ?? additionalProperties)
  return typeof child === 'object' ? [child] : []
}
