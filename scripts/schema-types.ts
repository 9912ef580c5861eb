// Writes zod schemas as TypeScript types, for packages that do not depend on zod.
import { z } from 'zod'

interface JsonSchema {
  $ref?: string
  $defs?: Record<string, JsonSchema>
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: JsonSchema | boolean
  items?: JsonSchema | boolean
  prefixItems?: JsonSchema[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  description?: string
}

type Io = 'input' | 'output'

/** Collects the named types that the written types refer to. */
export function createTypeWriter() {
  const named = new Map<string, string>()

  function convert(schema: z.ZodType, io: Io): JsonSchema {
    const converted = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema
    for (const [name, definition] of Object.entries(converted.$defs ?? {})) {
      if (named.has(name)) continue
      named.set(name, '')
      named.set(name, write(definition))
    }
    return converted
  }

  return {
    named,
    /** Returns the type of a schema's output. */
    write: (schema: z.ZodType) => write(convert(schema, 'output')),
    /** Returns parsed types, with the optional properties of the input. */
    writeInput(schema: z.ZodObject): { text: string; isOptional: boolean } {
      const { required = [] } = convert(schema, 'input')
      return {
        text: write({ ...convert(schema, 'output'), required }),
        isOptional: required.length === 0,
      }
    },
  }
}

function write(schema: JsonSchema): string {
  if (schema.$ref !== undefined) return schema.$ref.replace('#/$defs/', '')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const variants = schema.anyOf ?? schema.oneOf
  if (variants) return `(${variants.map(write).join(' | ')})`
  if (schema.allOf) return `(${schema.allOf.map(write).join(' & ')})`
  if (Array.isArray(schema.type)) {
    return `(${schema.type.map((type) => write({ ...schema, type })).join(' | ')})`
  }
  return writeByType(schema)
}

function writeByType(schema: JsonSchema): string {
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type
    case 'number':
    case 'integer':
      return 'number'
    case 'array':
      return writeList(schema)
    case 'object':
      return writeObject(schema)
    case undefined:
    default:
      return 'unknown'
  }
}

function writeList({ prefixItems, items }: JsonSchema): string {
  if (prefixItems) return `[${prefixItems.map(write).join(', ')}]`
  return `Array<${typeof items === 'object' ? write(items) : 'unknown'}>`
}

function writeObject({ properties, required = [], additionalProperties }: JsonSchema): string {
  if (!properties || Object.keys(properties).length === 0) {
    const value = typeof additionalProperties === 'object' ? write(additionalProperties) : 'unknown'
    return `Record<string, ${value}>`
  }
  const lines = Object.entries(properties).map(([name, schema]) => {
    const comment = schema.description ? `/** ${schema.description.replaceAll('*/', '')} */ ` : ''
    const isOptional = !required.includes(name)
    return `${comment}${JSON.stringify(name)}${isOptional ? '?' : ''}: ${write(schema)}${isOptional ? ' | undefined' : ''}`
  })
  return `{\n${lines.join('\n')}\n}`
}
