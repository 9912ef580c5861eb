import { type Document, isMap, isNode, isScalar, isSeq } from 'yaml'
import { z } from 'zod'
import { meantBy } from '../text/edit-distance.ts'

export interface Problem {
  /** Where in the file, counted in characters. */
  offset: number
  message: string
}

type Issue = z.core.$ZodIssue

/** What the schema does not like, as sentences that say what to write instead. */
export function problemsOf(issue: Issue, document: Document.Parsed, schema: z.ZodType): Problem[] {
  const path = pathIn(document, issue.path)
  const sentenceAt = (sentence: string) => (path.length > 0 ? `${path.join('.')}: ` : '') + sentence
  if (issue.code !== 'unrecognized_keys') {
    const message = sentenceAt(sentenceFor(issue, nodeAt(document, path)))
    return [{ offset: offsetOf(document, path), message }]
  }
  const known = knownKeys(schema, issue.path)
  return issue.keys.map((key) => ({
    offset: offsetOfKey(document, path, key),
    message: sentenceAt(unknownKey(key, known)),
  }))
}

function unknownKey(key: string, known: string[]): string {
  const meant = meantBy(key, known)
  const hint = meant ? `did you mean "${meant}"?` : `there are ${known.join(', ')}.`
  return `there is no key "${key}" here${known.length > 0 ? `; ${hint}` : '.'}`
}

const kinds: Record<string, string> = {
  string: 'a text',
  array: 'a list, like [one, another]',
  object: 'keys with their values, like { key: value }',
  record: 'keys with their values, like { key: value }',
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
}

function sentenceFor(issue: Issue, node: unknown): string {
  const written = isScalar(node) ? String(node.source ?? node.value) : undefined
  if (issue.code === 'invalid_type') {
    if (issue.expected === 'array' && written) return `must be a list; write [${written}]`
    if (issue.expected === 'string' && written) return `must be a text; write "${written}"`
    const kind = kinds[issue.expected] ?? issue.expected
    return node === undefined ? `is missing; write ${kind}` : `must be ${kind}`
  }
  if (issue.code === 'invalid_value') {
    const values = issue.values.map(String)
    const meant = written === undefined ? undefined : meantBy(written, values)
    return `must be one of ${values.join(', ')}${meant ? `; did you mean "${meant}"?` : ''}`
  }
  if (issue.code === 'too_small' && issue.origin !== 'number') return 'must not be empty'
  const [first] = issue.code === 'invalid_union' ? issue.errors.flat() : []
  return first ? sentenceFor(first, node) : issue.message
}

/** Where a value stands, or where what should hold it begins. */
export function offsetOf(document: Document.Parsed, path: PropertyKey[]): number {
  const node = nodeAt(document, pathIn(document, path))
  if (isNode(node)) return node.range?.[0] ?? 0
  return path.length === 0 ? 0 : offsetOf(document, path.slice(0, -1))
}

function offsetOfKey(document: Document.Parsed, path: PropertyKey[], key: string): number {
  const holder = nodeAt(document, path)
  const pair = isMap(holder) ? holder.items.find((it) => String(it.key) === key) : undefined
  return (isNode(pair?.key) && pair.key.range?.[0]) || offsetOf(document, path)
}

/** `fields.date.1.text`; a value that was written without the list it stands for has no number. */
function pathIn(document: Document.Parsed, path: PropertyKey[]): PropertyKey[] {
  return path.reduce<PropertyKey[]>((soFar, key) => {
    const isLeftOut = typeof key === 'number' && !isSeq(nodeAt(document, soFar))
    return isLeftOut ? soFar : [...soFar, key]
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

/** The keys that the schema knows at a place, in whichever of its variants. */
function knownKeys(schema: z.ZodType, path: PropertyKey[]): string[] {
  const whole = z.toJSONSchema(schema, { unrepresentable: 'any' }) as JsonSchema
  const places = path.reduce<JsonSchema[]>(
    (nodes, key) => nodes.flatMap((node) => variantsOf(node)).flatMap((node) => childOf(node, key)),
    [whole],
  )
  const keys = places
    .flatMap(variantsOf)
    .flatMap((node) => [...Object.keys(node.properties ?? {}), ...(node.propertyNames?.enum ?? [])])
  return [...new Set(keys)]
}

function variantsOf(node: JsonSchema): JsonSchema[] {
  const inside = [...(node.anyOf ?? []), ...(node.oneOf ?? [])]
  return inside.length === 0 ? [node] : inside.flatMap(variantsOf)
}

function childOf({ properties, additionalProperties, items }: JsonSchema, key: PropertyKey) {
  const child =
    typeof key === 'number' ? items : (properties?.[String(key)] ?? additionalProperties)
  return typeof child === 'object' ? [child] : []
}
