import { z } from 'zod'
import { bodyLimit } from '../../../src/domain/api/body-limits.ts'
import type { Route } from '../../../src/domain/api/route.ts'
import { routes } from '../../../src/domain/api/routes/routes.ts'

interface JsonSchema {
  type?: string
  items?: JsonSchema
  maxItems?: number
  maxProperties?: number
  properties?: Record<string, JsonSchema>
  additionalProperties?: JsonSchema | boolean
  anyOf?: JsonSchema[]
  allOf?: JsonSchema[]
}

interface SchemaPart {
  /** Builds a body with the value at this part's position. */
  wrap: (value: string) => string
  schema: JsonSchema
}

/** Lists every part of a body schema with its position. */
export function* listParts(schema: JsonSchema, wrap: SchemaPart['wrap']): Generator<SchemaPart> {
  yield { wrap, schema }
  for (const one of [...(schema.anyOf ?? []), ...(schema.allOf ?? [])]) yield* listParts(one, wrap)
  for (const [key, field] of Object.entries(schema.properties ?? {})) {
    yield* listParts(field, (value) => wrap(`{${JSON.stringify(key)}:${value}}`))
  }
  if (schema.items) yield* listParts(schema.items, (value) => wrap(`[${value}]`))
  if (typeof schema.additionalProperties === 'object') {
    yield* listParts(schema.additionalProperties, (value) => wrap(`{"key":${value}}`))
  }
}

export function toJsonSchema(schema: z.ZodType): JsonSchema {
  const options = { io: 'input', unrepresentable: 'any', reused: 'inline' } as const
  return z.toJSONSchema(schema, options) as JsonSchema
}

export const getBodySchema = (route: Route) => route.body ?? route.json
export const routesWithBody = Object.entries<Route>(routes).filter(
  ([, { method }]) => method !== 'GET',
)

/** Lists as many invalid elements as a list or an object may have, so that each of them is validated. */
function* listFullValues({ type, maxItems, maxProperties }: JsonSchema): Generator<string> {
  if (type === 'array' && maxItems !== undefined) {
    for (const element of ['0', '{}', '"x"', '{"unknown":0}'])
      yield `[${Array<string>(maxItems).fill(element).join()}]`
  }
  if (maxProperties !== undefined) {
    const keys = Array.from({ length: maxProperties }, (_, nth) => `"k${nth}":[0]`)
    yield `{${keys.join()}}`
  }
}

/** Lists bodies in which one list or record has one element too many, all of them invalid. */
export function* listOversizedBodies(route: Route): Generator<string> {
  const schema = getBodySchema(route)
  if (!schema) return
  for (const { wrap, schema: part } of listParts(toJsonSchema(schema), (value) => value)) {
    const { maxItems, maxProperties } = part
    const values = [
      ...(maxItems === undefined
        ? []
        : [
            `[${Array(maxItems + 1)
              .fill('0')
              .join()}]`,
          ]),
      ...(maxProperties === undefined ? [] : [`{${listKeys((maxProperties + 1) * 11 + 2)}}`]),
    ]
    yield* values.map(wrap).filter((body) => body.length <= bodyLimit(route))
  }
}

/** Lists the largest invalid bodies within the limit, for each position where a body can grow. */
export function* listHostileBodies(route: Route): Generator<string> {
  const limit = bodyLimit(route)
  if (route.text !== undefined) {
    const tables = ['x\n', 'x,', '"', '\n']
    const rows = ['name,tin\n', 'code,name\n', 'code,option\n', 'currency,rate\n']
    for (const part of tables) yield fill(limit, '', part, '')
    for (const head of rows) yield fill(limit, head, 'x,1\n', '')
    for (const head of rows) yield fill(20_000 * 4, head, 'x,1\n', '')
    return
  }
  const schema = getBodySchema(route)
  const anywhere: SchemaPart = { wrap: (value) => value, schema: {} }
  const places = schema ? [...listParts(toJsonSchema(schema), (value) => value)] : []
  for (const { wrap, schema: part } of [anywhere, ...places]) {
    for (const value of listFullValues(part)) {
      const body = wrap(value)
      if (body.length <= limit) yield body
    }
    const room = limit - wrap('').length
    yield wrap(fill(room, '[', '0,', '0]'))
    yield wrap(fill(room, '[', '{},', '{}]'))
    yield wrap(fill(room, '"', 'x', '"'))
    yield wrap(fill(room, '{"', 'k', '":0}'))
    yield wrap(`{${listKeys(room)}}`)
  }
}

function fill(room: number, start: string, part: string, end: string): string {
  const times = Math.floor((room - start.length - end.length) / part.length)
  return start + part.repeat(Math.max(0, times)) + end
}

function listKeys(room: number): string {
  const keys = Array.from({ length: Math.floor((room - 2) / 11) }, (_, index) => index)
  return keys.map((index) => `"k${String(index).padStart(6, '0')}":0`).join(',')
}
