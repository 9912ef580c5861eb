import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { bodyLimit } from '../../src/domain/api/body-limits.ts'
import type { Route } from '../../src/domain/api/route.ts'
import { routes } from '../../src/domain/api/routes/routes.ts'
import { cpuSeconds } from '../support/cpu-time.ts'
import { docketForTest, visitor } from '../support/docket.ts'
import { adminKey, bearer } from '../support/tokens.ts'

/** Whatever a body contains, the response stays this short. */
const maxResponseBytes = 32 * 1024
/** The first 1,000 rejected rows of a table are returned for correction. */
const maxTableBytes = 512 * 1024
const maxSeconds = 2
/** Of server and client together, for the bodies of one route. */
const maxMemoryBytes = 384 * 1024 * 1024

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
  /** Puts a value into a body at this part's position. */
  wrap: (value: string) => string
  schema: JsonSchema
}

/** Every list, record and text that a body may contain, with its position. */
function* listParts(schema: JsonSchema, wrap: SchemaPart['wrap']): Generator<SchemaPart> {
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

function toJsonSchema(schema: z.ZodType): JsonSchema {
  const options = { io: 'input', unrepresentable: 'any', reused: 'inline' } as const
  return z.toJSONSchema(schema, options) as JsonSchema
}

const inJson = (route: Route) => route.body ?? route.json
const routesWithBody = Object.entries<Route>(routes).filter(([, { method }]) => method !== 'GET')

describe('every list and record in a request body', () => {
  it.each(routesWithBody.filter(([, route]) => inJson(route)))('%s has a maximum', (_, route) => {
    const parts = [...listParts(toJsonSchema(inJson(route) as z.ZodType), (value) => value)]
    const unlimited = parts.flatMap(({ wrap, schema }) => {
      const isRecord = typeof schema.additionalProperties === 'object'
      const isUnlimited =
        (schema.type === 'array' && schema.maxItems === undefined) ||
        (isRecord && schema.maxProperties === undefined)
      return isUnlimited ? [wrap('…')] : []
    })
    expect(unlimited).toEqual([])
  })
})

/** The largest invalid bodies that fit, for each place where a body may grow. */
function* listHostileBodies(route: Route): Generator<string> {
  const limit = bodyLimit(route)
  if (route.text !== undefined) {
    const tables = ['x\n', 'x,', '"', '\n']
    const rows = ['name,tin\n', 'code,name\n', 'code,option\n', 'currency,rate\n']
    for (const part of tables) yield fill(limit, '', part, '')
    for (const head of rows) yield fill(limit, head, 'x,1\n', '')
    for (const head of rows) yield fill(20_000 * 4, head, 'x,1\n', '')
    return
  }
  const schema = inJson(route)
  const anywhere: SchemaPart['wrap'][] = [(value) => value]
  const places = schema
    ? [...listParts(toJsonSchema(schema), (value) => value)].map(({ wrap }) => wrap)
    : []
  for (const wrap of [...anywhere, ...places]) {
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

const id = '0198a000-0000-7000-8000-000000000000'
const unlimited = { take: async () => ({ isAllowed: true, remaining: 1, wait_seconds: 1 }) }

describe('the largest invalid body', () => {
  it.each(routesWithBody)('of %s costs little and gets a short answer', async (_, route) => {
    const docket = await docketForTest({ rates: unlimited, tokens: { adminKey } })
    const person = visitor(docket.url)
    await person.ask('/api/jobs')
    const path = route.path.replace(':name', 'own_v1').replace(/:\w+/g, id)
    const isAdmin = path.startsWith('/api/admin') || route === routes.saveMapping
    const headers = {
      'content-type': route.text ?? 'application/json',
      'if-match': '"1"',
      ...(isAdmin && bearer(adminKey)),
    }
    const before = process.resourceUsage().maxRSS
    for (const body of listHostileBodies(route)) {
      let length = 0
      const seconds = await cpuSeconds(async () => {
        const response = await person.ask(path, { method: route.method, headers, body })
        expect(response.status).toBeLessThan(500)
        length = (await response.text()).length
      })
      const start = body.slice(0, 60)
      expect(length, start).toBeLessThan(route.text ? maxTableBytes : maxResponseBytes)
      expect(seconds, start).toBeLessThan(maxSeconds)
    }
    const growth = (process.resourceUsage().maxRSS - before) * 1024
    expect(growth).toBeLessThan(maxMemoryBytes)
  })

  it('is rejected if it is larger', async () => {
    const docket = await docketForTest({ rates: unlimited })
    const body = `{"ids":["${'x'.repeat(bodyLimit(routes.exportJobs))}"]}`
    const headers = { 'content-type': 'application/json' }
    const response = await visitor(docket.url).ask('/api/jobs/export', {
      method: 'POST',
      headers,
      body,
    })
    expect(response.status).toBe(413)
  })
})
