import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { bodyLimit } from '../../../src/domain/api/body-limits.ts'
import type { Route } from '../../../src/domain/api/route.ts'
import { routes } from '../../../src/domain/api/routes/routes.ts'
import { cpuSeconds } from '../../support/processes/cpu-time.ts'
import { docketForTest } from '../../support/docket/docket.ts'
import { visitor } from '../../support/docket/visitor.ts'
import {
  getBodySchema,
  listHostileBodies,
  listOversizedBodies,
  listParts,
  routesWithBody,
  toJsonSchema,
} from '../../support/docket/hostile-bodies.ts'
import { connectTo, parseStatus, sendRaw } from '../../support/docket/raw-http.ts'
import { adminKey, bearer } from '../../support/docket/tokens.ts'

/** Maximum size of a response in bytes, whatever the body contains. */
const maxResponseBytes = 32 * 1024
/** Maximum size of a response that returns the first 1,000 rejected rows of a table for correction. */
const maxTableBytes = 512 * 1024
const maxSeconds = 2
/** Maximum memory of server and client together, for all bodies of one route. */
const maxMemoryBytes = 384 * 1024 * 1024

describe('every list and record in a request body', () => {
  it.each(routesWithBody.filter(([, route]) => getBodySchema(route)))(
    '%s has a maximum',
    (_, route) => {
      const parts = [
        ...listParts(toJsonSchema(getBodySchema(route) as z.ZodType), (value) => value),
      ]
      const unlimited = parts.flatMap(({ wrap, schema }) => {
        const isRecord = typeof schema.additionalProperties === 'object'
        const isUnlimited =
          (schema.type === 'array' && schema.maxItems === undefined) ||
          (isRecord && schema.maxProperties === undefined)
        return isUnlimited ? [wrap('…')] : []
      })
      expect(unlimited).toEqual([])
    },
  )
})

describe('the size limit of a JSON body', () => {
  it('is 16 kB, up to 512 kB where a route needs it, and 1 kB on routes without a body', () => {
    const limits = routesWithBody.map(([, route]) => {
      const kind = route.text ? 'text' : getBodySchema(route) ? 'JSON' : 'none'
      return { kind, isOwn: route.maxBodyBytes !== undefined, kilobytes: bodyLimit(route) / 1024 }
    })
    const ofKind = (wanted: string, own: boolean) =>
      limits.flatMap(({ kind, isOwn, kilobytes }) =>
        kind === wanted && isOwn === own ? [kilobytes] : [],
      )
    expect(new Set(ofKind('JSON', false))).toEqual(new Set([16]))
    expect(new Set(ofKind('none', false))).toEqual(new Set([1]))
    expect(Math.max(...ofKind('JSON', true))).toBe(512)
  })
})

const id = '0198a000-0000-7000-8000-000000000000'

/** Fills in the parameters of a route's path. */
const toPath = ({ path }: Route) => path.replace(':name', 'own_v1').replace(/:\w+/g, id)

const unlimited = { take: async () => ({ isAllowed: true, remaining: 1, wait_seconds: 1 }) }

describe('the largest invalid body', () => {
  it.each(routesWithBody)('of %s costs little and gets a short response', async (_, route) => {
    const docket = await docketForTest({ rates: unlimited, tokens: { adminKey } })
    const person = visitor(docket.url)
    await person.ask('/api/jobs')
    const path = toPath(route)
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

describe('a list or record with too many elements', () => {
  const oversized = routesWithBody.flatMap(([name, route]) => {
    const bodies = [...listOversizedBodies(route)]
    return bodies.length > 0 ? [{ name, route, bodies }] : []
  })

  it('is rejected before its elements are validated', async () => {
    const docket = await docketForTest({ rates: unlimited, tokens: { adminKey } })
    const person = visitor(docket.url)
    const admin = visitor(docket.url, bearer(adminKey))
    for (const { name, route, bodies } of oversized) {
      const caller = route.path.startsWith('/api/admin') ? admin : person
      for (const body of bodies) {
        const headers = { 'content-type': 'application/json', 'if-match': '"1"' }
        const response = await caller.ask(toPath(route), { method: route.method, headers, body })
        const { errors } = (await response.json()) as { errors?: { detail: string }[] }
        const seen = [name, response.status, errors?.map(({ detail }) => detail)]
        const tooMany = expect.stringMatching(/must have at most \d+ entries/) as string
        expect(seen).toEqual([name, 400, [tooMany]])
      }
    }
    expect(oversized.map(({ name }) => name)).toContain('exportJobs')
  })
})

describe('a body beyond the limit', () => {
  // Nearly as long as the server drains, so that the body does not fit into the buffers of the connection.
  const ids = JSON.stringify({ ids: Array<string>(1_000_000).fill('x') })

  it.each([
    ['with a length', `Content-Length: ${ids.length}\r\n\r\n`, ids],
    [
      'in chunks',
      'Transfer-Encoding: chunked\r\n\r\n',
      `${ids.length.toString(16)}\r\n${ids}\r\n0\r\n\r\n`,
    ],
  ])('%s is read to its end, so that the client sees the response', async (_, framing, body) => {
    const docket = await docketForTest()
    const socket = connectTo(docket.url)
    const head = 'POST /api/jobs/export HTTP/1.1\r\nHost: 127.0.0.1\r\n'
    // Reads nothing until everything is sent, as many clients do.
    await new Promise((resolve, reject) => {
      socket.once('error', reject)
      socket.write(`${head}Content-Type: application/json\r\n${framing}${body}`, resolve)
    })
    expect(parseStatus(await text(socket))).toBe(413)
  })

  it('is not read if it announces more than the server would drain', async () => {
    const docket = await docketForTest()
    const head = 'POST /api/jobs/export HTTP/1.1\r\nHost: 127.0.0.1\r\n'
    const response = await sendRaw(
      docket.url,
      `${head}Content-Type: application/json\r\nContent-Length: 1000000000\r\n\r\n{`,
    )
    expect(parseStatus(response)).toBe(413)
  })
})
