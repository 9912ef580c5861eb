import { createUnlimitedByteQuotas } from '../../support/docket/byte-quotas.ts'
import cookie from '@fastify/cookie'
import pino from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import type { Route } from '../../../src/domain/api/route.ts'
import { createBaseServer } from '../../../src/http/servers/base-server.ts'
import { requireIdentity } from '../../../src/http/access/authorise.ts'
import { identifyCallers } from '../../../src/http/access/identify.ts'
import { identityRoutes } from '../../../src/http/routes/identity.ts'
import { serveRoute } from '../../../src/http/requests/serve-route.ts'
import { createStaleCache } from '../../../src/cache/stale-cache.ts'
import { memoryRateLimiter } from '../../../src/cache/rate-limiter.ts'
import { memoryStore } from '../../../src/cache/store.ts'
import { createBearerAuthenticator } from '../../../src/identity/bearer.ts'
import { databaseForTest } from '../../support/database/database.ts'
import { jwtSecret, createAuthHeaders } from '../../support/docket/tokens.ts'

const stream = {
  method: 'GET',
  path: '/api/stream',
  tag: 'Jobs',
  summary: 'A stream',
  acceptsTicket: true,
  query: z.object({ ticket: z.string().optional() }),
  success: { status: 200, body: z.object({ owner_id: z.string(), scopes: z.array(z.string()) }) },
} as const satisfies Route

/** Starts a server with two routes that differ only in that one accepts tickets. */
async function server() {
  const { db } = await databaseForTest()
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) })
  const app = createBaseServer({ idleMs: 1000, shutdownGraceMs: 1000 }, log)
  await app.register(cookie)
  const bearer = createBearerAuthenticator(db, { secret: jwtSecret })
  const staleCache = createStaleCache(memoryStore())
  const facts = {
    isHttps: false,
    authMode: 'token',
    maxUploadBytes: 1,
    sessionsPerHour: 1,
    oidc: undefined,
  } as const
  const rateLimiter = memoryRateLimiter()
  const byteQuotas = createUnlimitedByteQuotas(db)
  const services = { db, authenticateToken: bearer, staleCache, rateLimiter, byteQuotas, ...facts }
  identifyCallers(app, services)
  identityRoutes(app, services)
  const plain = { ...stream, path: '/api/plain', acceptsTicket: false }
  for (const route of [stream, plain])
    serveRoute(app, route, async ({ request }) => requireIdentity(request))
  onTestFinished(() => app.close())
  const issue = async () => {
    const headers = await createAuthHeaders('ada')
    const response = await app.inject({ method: 'POST', url: '/api/stream-tickets', headers })
    return response.json<{ ticket: string; expires_at: string }>()
  }
  const open = (url: string) => app.inject({ method: 'GET', url })
  return { db, issue, open, lines }
}

describe('a stream ticket', () => {
  it('opens one stream, once, for its owner, read-only', async () => {
    const { issue, open } = await server()
    const { ticket, expires_at } = await issue()
    expect(Date.parse(expires_at) - Date.now()).toBeLessThanOrEqual(30_000)
    const first = await open(`/api/stream?ticket=${ticket}`)
    expect(first.json()).toEqual({ owner_id: 'user:ada', scopes: ['read'] })
    const second = await open(`/api/stream?ticket=${ticket}`)
    expect(second.statusCode).toBe(401)
    expect(second.headers['www-authenticate']).toContain('invalid_token')
  })

  it('admits one of several concurrent requests', async () => {
    const { issue, open } = await server()
    const { ticket } = await issue()
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => open(`/api/stream?ticket=${ticket}`)),
    )
    expect(responses.filter((response) => response.statusCode === 200)).toHaveLength(1)
  })

  it('is rejected if expired, forged or used elsewhere', async () => {
    const { db, issue, open } = await server()
    const { ticket } = await issue()
    expect((await open(`/api/plain?ticket=${ticket}`)).statusCode).toBe(401)
    await db.query("update stream_tickets set expires_at = now() - interval '1 second'")
    expect((await open(`/api/stream?ticket=${ticket}`)).statusCode).toBe(401)
    for (const query of ['', '?ticket=', '?ticket=x', `?ticket=a&ticket=b`]) {
      expect((await open(`/api/stream${query}`)).statusCode).toBe(401)
    }
  })

  it('is neither in the database nor in the log, and is cleaned up', async () => {
    const { db, issue, open, lines } = await server()
    const { ticket } = await issue()
    expect(JSON.stringify(await db.query('select * from stream_tickets'))).not.toContain(ticket)
    await open(`/api/stream?ticket=${ticket}`)
    expect(lines.join('')).toContain('"route":"/api/stream"')
    expect(lines.join('')).not.toContain(ticket)
    await issue()
    await db.query("update stream_tickets set expires_at = now() - interval '1 second'")
    await issue()
    expect(await db.query('select 1 from stream_tickets')).toHaveLength(1)
  })
})
