import { z } from 'zod'
import { findClosestName } from '../values/edit-distance.ts'
import type { FaultParams } from './fault-codes.ts'

interface JsonSchema {
  properties?: Record<string, JsonSchema>
  propertyNames?: { enum?: string[] }
  additionalProperties?: JsonSchema | boolean
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
}

/**
 * Describes a key that the schema does not define at this path, and suggests the most similar key that it does define.
 */
export function describeUnknownKey(
  key: string,
  path: readonly PropertyKey[],
  schema: z.ZodType | undefined,
): FaultParams['unknown_key'] {
  const known = schema ? listKnownKeys(schema, path) : []
  return { key, known, did_you_mean: findClosestName(key, known) ?? null }
}

const jsonSchemas = new WeakMap<z.ZodType, JsonSchema>()

/** Converts each schema only once, because a hostile file may have thousands of unknown keys. */
function toJsonSchema(schema: z.ZodType): JsonSchema {
  const known = jsonSchemas.get(schema)
  if (known) return known
  const options = { io: 'input', unrepresentable: 'any' } as const
  const converted = z.toJSONSchema(schema, options) as JsonSchema
  jsonSchemas.set(schema, converted)
  return converted
}

/** Returns the keys that any variant of the schema accepts at this path. */
function listKnownKeys(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  const whole = toJsonSchema(schema)
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
