import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../domain/errors/errors.ts'
import type { StaleCache } from '../../cache/stale-cache.ts'
import type { Db } from '../../db/db.ts'
import type { AuthMode, Identity, Scope } from '../../domain/api/identity.ts'
import { hashOf } from '../../identity/secrets.ts'
import { beginSession, sessionOf } from '../../identity/sessions.ts'
import { redeemTicket } from '../../identity/tickets.ts'
import { passOver } from '../requests/drain-body.ts'
import { sessionCookie } from './session-cookie.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: 'public' | Scope
    takesTicket?: boolean
    outlivesDatabase?: boolean
  }
  interface FastifyRequest {
    identity: Identity | null
  }
}

export interface Identifying {
  db: Db
  /** Whether clients reach this server by https, possibly through a proxy. */
  isHttps: boolean
  authMode: AuthMode
  /** Returns the owner of a token, or rejects it. */
  bearer: (token: string) => Promise<Identity>
  maxUploadBytes: number
  lastKnown: StaleCache
}

/** Finds out who asks before a byte of the body is read; refuses whoever may not. */
export function identifyAskers(app: FastifyInstance, services: Identifying): void {
  const askerOf = rememberAskers(findAsker(services), services)
  app.decorateRequest('identity', null)
  app.addHook('onRequest', async (request, reply) => {
    const { access } = request.routeOptions.config
    if (access === undefined || access === 'public') return
    try {
      request.identity = await askerOf(request, reply)
      requireScope(request.identity, access, reply)
    } catch (error) {
      await passOver(request, services.maxUploadBytes)
      throw error
    }
  })
}

const rememberedSeconds = 600

/** For routes that outlive the database, whoever was known some minutes ago is known while it is away. */
function rememberAskers(askerOf: Ask, { lastKnown, isHttps }: Identifying): Ask {
  const cookie = sessionCookie(isHttps)
  return async (request, reply) => {
    const { outlivesDatabase } = request.routeOptions.config
    const secret = tokenOf(request) ?? cookie.read(request)
    if (!outlivesDatabase || secret === undefined) return askerOf(request, reply)
    const key = `askers:${hashOf(secret)}`
    return lastKnown.read(key, rememberedSeconds, () => askerOf(request, reply))
  }
}

function requireScope({ scopes }: Identity, scope: Scope, reply: FastifyReply): void {
  if (scopes.includes(scope)) return
  challenge(reply, `error="insufficient_scope", scope="${scope}"`)
  throw new AppError('MISSING_SCOPE')
}

export function identityOf({ identity }: FastifyRequest): Identity {
  if (identity) return identity
  throw new Error('A public route has no asker')
}

export function ownerOf(request: FastifyRequest): string {
  return identityOf(request).owner_id
}

/** Refuses whoever came without a token where only a token will do. */
export function requireToken(request: FastifyRequest, reply: FastifyReply): Identity {
  const identity = identityOf(request)
  if (identity.kind !== 'session') return identity
  challenge(reply)
  throw new AppError('UNAUTHORIZED')
}

export function requireAdmin(request: FastifyRequest): Identity {
  const identity = identityOf(request)
  if (identity.kind === 'admin') return identity
  throw new AppError('ADMIN_ONLY')
}

type Ask = (request: FastifyRequest, reply: FastifyReply) => Promise<Identity>

function findAsker({ db, isHttps, authMode, bearer }: Identifying): Ask {
  const cookie = sessionCookie(isHttps)
  const check = authMode === 'session' ? refuseTokens : bearer

  const bySession: Ask = async (request, reply) => {
    const given = cookie.read(request)
    const known = given === undefined ? undefined : await sessionOf(db, given)
    if (known) return known
    const { secret, identity } = await beginSession(db)
    cookie.write(reply, secret)
    return identity
  }

  // A token decides alone, whatever cookie comes with it: a wrong one is never a visitor.
  return async (request, reply) => {
    const token = tokenOf(request)
    const ticket = ticketOf(request)
    try {
      if (token !== undefined) return await check(token)
      if (ticket !== undefined) return await redeemTicket(db, ticket)
    } catch (error) {
      if (error instanceof AppError && error.code === 'UNAUTHORIZED') {
        request.log.info({ reason: reasonOf(error.cause) }, 'token rejected')
        challenge(reply, 'error="invalid_token"')
      }
      throw error
    }
    if (authMode !== 'token') return bySession(request, reply)
    challenge(reply)
    throw new AppError('UNAUTHORIZED')
  }
}

async function refuseTokens(): Promise<never> {
  throw new AppError('UNAUTHORIZED', 'This Docket takes no tokens. Its AUTH_MODE is session.')
}

/** What is sent to say who asks: empty, and so nobody's, where it is no bearer token. Never undefined where something is sent. */
export function tokenOf({ headers }: FastifyRequest): string | undefined {
  const { 'x-api-key': key, authorization } = headers
  if (authorization === undefined) return key?.toString()
  if (key !== undefined) {
    throw new AppError('INVALID_REQUEST', 'Send either Authorization or X-API-Key, not both.')
  }
  return /^bearer +(.*)$/i.exec(authorization)?.[1]?.trim() ?? ''
}

function ticketOf({ query, routeOptions }: FastifyRequest): string | undefined {
  if (!routeOptions.config.takesTicket) return undefined
  const { ticket } = query as Record<string, unknown>
  return typeof ticket === 'string' ? ticket : undefined
}

/** RFC 6750: how to come again. */
function challenge(reply: FastifyReply, fault?: string): void {
  reply.header('www-authenticate', ['Bearer realm="docket"', fault].filter(Boolean).join(', '))
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
