import { z } from 'zod'
import { clip, createFault } from '../messages/fault.ts'
import type { Message } from '../messages/message.ts'

/** The size limits in a JSON Schema. */
interface SizeSchema {
  $ref?: string
  $defs?: Record<string, SizeSchema>
  type?: string
  items?: SizeSchema
  maxItems?: number
  maxProperties?: number
  properties?: Record<string, SizeSchema>
  additionalProperties?: SizeSchema | boolean
  anyOf?: SizeSchema[]
  oneOf?: SizeSchema[]
  allOf?: SizeSchema[]
}

/** Maximum number of unknown keys in a strict object. The response lists them. */
const maxUnknownKeys = 20

/**
 * Creates a check for lists and objects with too many elements, and compiles it on first use. Run it before zod, which
 * lists every unknown key of an object.
 */
export function createListLimitCheck(schema: z.ZodType): (value: unknown) => Message | undefined {
  let root: SizeSchema | undefined
  return (value) => {
    root ??= z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as SizeSchema
    return findOversized(root, value, { root, path: [] })
  }
}

interface Position {
  root: SizeSchema
  path: (string | number)[]
}

function findOversized(
  schema: SizeSchema,
  value: unknown,
  position: Position,
): Message | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const branches = listBranches(schema, position.root, Array.isArray(value))
  const faults = branches.map((branch) => checkBranch(branch, value, position))
  // Reports a fault only if the value does not fit any alternative.
  return faults.every((fault) => fault !== undefined) ? faults[0] : undefined
}

/** Returns the alternatives that describe a list, or those that describe an object. */
function listBranches(schema: SizeSchema, root: SizeSchema, isList: boolean): SizeSchema[] {
  const { $ref, anyOf, oneOf, allOf, type } = schema
  if ($ref !== undefined) {
    const target = $ref === '#' ? root : root.$defs?.[$ref.replace('#/$defs/', '')]
    return target ? listBranches(target, root, isList) : []
  }
  const alternatives = anyOf ?? oneOf ?? allOf
  if (alternatives) return alternatives.flatMap((one) => listBranches(one, root, isList))
  return type === (isList ? 'array' : 'object') ? [schema] : []
}

function checkBranch(schema: SizeSchema, value: object, position: Position): Message | undefined {
  const most = maxChildren(schema, value)
  const length = Array.isArray(value) ? value.length : Object.keys(value).length
  if (length > most) {
    return createFault(
      'list_too_long',
      position.path.map((key) => clip(String(key))).join('.') || null,
      { most },
    )
  }
  // Lists the entries after the length check, because there may be hundreds of thousands.
  for (const [key, child] of listEntries(value)) {
    const part = childSchema(schema, key)
    const fault = part && findOversized(part, child, { ...position, path: [...position.path, key] })
    if (fault) return fault
  }
  return undefined
}

function listEntries(value: object): (readonly [string | number, unknown])[] {
  return Array.isArray(value)
    ? value.map((element: unknown, index) => [index, element] as const)
    : Object.entries(value)
}

function maxChildren({ maxItems, maxProperties, properties }: SizeSchema, value: object): number {
  if (Array.isArray(value)) return maxItems ?? Infinity
  return maxProperties ?? Object.keys(properties ?? {}).length + maxUnknownKeys
}

function childSchema(schema: SizeSchema, key: string | number): SizeSchema | undefined {
  if (typeof key === 'number') return schema.items
  const { properties = {}, additionalProperties } = schema
  if (Object.hasOwn(properties, key)) return properties[key]
  return typeof additionalProperties === 'object' ? additionalProperties : undefined
}
