import { type Document, isMap, isNode, isScalar, isSeq } from 'yaml'
import type { z } from 'zod'
import { clip, createFault, toFault } from '../../domain/messages/fault.ts'
import type { Message } from '../../domain/messages/message.ts'
import { describeUnknownKey } from '../../domain/messages/known-keys.ts'
import { findClosestName } from '../../domain/values/edit-distance.ts'

export interface YamlProblem {
  /** Character offset in the file. */
  offset: number
  message: Message
}

type Issue = z.core.$ZodIssue

/** Describes each schema violation and how to fix it. */
export function toProblems(
  issue: Issue,
  document: Document.Parsed,
  schema: z.ZodType,
): YamlProblem[] {
  const keys = toDocumentPath(document, issue.path)
  const path = keys.length > 0 ? keys.map((key) => clip(String(key))).join('.') : null
  if (issue.code !== 'unrecognized_keys') {
    const message = { ...describeIssue(issue, findNode(document, keys)), path }
    return [{ offset: findOffset(document, keys), message }]
  }
  const offsets = listKeyOffsets(document, keys)
  return issue.keys.map((key) => ({
    offset: offsets.get(key) ?? findOffset(document, keys),
    message: createFault('unknown_key', path, describeUnknownKey(clip(key), issue.path, schema)),
  }))
}

function describeIssue(issue: Issue, node: unknown): Message {
  const written = isScalar(node) ? clip(String(node.source ?? node.value)) : undefined
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

/** Returns the offset of each key in the map at this path. */
function listKeyOffsets(document: Document.Parsed, path: PropertyKey[]): Map<string, number> {
  const holder = findNode(document, path)
  const pairs = isMap(holder) ? holder.items : []
  return new Map(
    pairs.flatMap(({ key }) => {
      const offset = isNode(key) ? key.range?.[0] : undefined
      return offset === undefined ? [] : [[String(key), offset] as const]
    }),
  )
}

/** Drops the index from `fields.date.1.text` if the file has one value where the schema allows a list. */
function toDocumentPath(document: Document.Parsed, path: PropertyKey[]): PropertyKey[] {
  return path.reduce<PropertyKey[]>((soFar, key) => {
    const isImplicitIndex = typeof key === 'number' && !isSeq(findNode(document, soFar))
    return isImplicitIndex ? soFar : [...soFar, key]
  }, [])
}

function findNode(document: Document.Parsed, path: PropertyKey[]): unknown {
  return path.length === 0 ? document.contents : document.getIn(path, true)
}
