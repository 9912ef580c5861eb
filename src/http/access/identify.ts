/**
 * Authentication. A route in domain/api/routes/routes.ts is `public` or requires the scope `read` or `write`. The
 * default depends on the method, so a new route is never public by accident. The hook identifies the caller before the
 * body is read and sets `request.identity`; handlers use only its `owner_id`. The database stores only hashes of
 * secrets (cookies, API keys, tickets). test/http/identity/access.test.ts calls every route as every kind of caller,
 * and fails if a route is missing from its table.
 */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../domain/errors/app-error.ts'
import type { RateLimiter } from '../../cache/rate-limiter.ts'
import type { StaleCache } from '../../cache/stale-cache.ts'
import type { Db } from '../../db/db.ts'
import type { AuthMode, Identity } from '../../domain/api/identity.ts'
import type { Scope } from '../../domain/values/permissions.ts'
import { hashSecret } from '../../identity/secrets.ts'
import { createSession, openSession, type Session, storeSession } from '../../identity/sessions.ts'
import { authenticateSession } from '../../identity/sign-ins.ts'
import { redeemTicket } from '../../identity/stream-tickets.ts'
import { drainBody } from '../requests/drain-body.ts'
import { requireScope } from './authorise.ts'
import { clientNetwork } from './client-address.ts'
import { sessionCookie, signInCookie } from './cookies.ts'
import { challenge, readTicket, readToken } from './credentials.ts'
import { createDetail } from '../../domain/i18n/problem-detail.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: 'public' | Scope
    acceptsTicket?: boolean
    worksWithoutDatabase?: boolean
  }
  interface FastifyRequest {
    identity: Identity | null
    /** True for an anonymous session that is not stored yet and therefore owns nothing. */
    isNewSession: boolean
  }
}

export interface IdentifyDeps {
  db: Db
  /** Whether clients reach this server over https, possibly through a proxy. */
  isHttps: boolean
  authMode: AuthMode
  /** Returns the identity of a token's owner; rejects an invalid token. */
  authenticateToken: (token: string) => Promise<Identity>
  maxUploadBytes: number
  rateLimiter: RateLimiter
  /** Number of new sessions allowed per hour and network. */
  sessionsPerHour: number
  staleCache: StaleCache
}

/** Identifies the caller and checks the route's scope before the body is read. */
export function identifyCallers(app: FastifyInstance, services: IdentifyDeps): void {
  const identify = withStaleIdentity(createIdentify(services), services)
  app.decorateRequest('identity', null)
  app.decorateRequest('isNewSession', false)
  app.addHook('onRequest', async (request, reply) => {
    const { access } = request.routeOptions.config
    if (access === undefined || access === 'public') return
    try {
      request.identity = await identify(request, reply)
      requireScope(request.identity, access, reply)
    } catch (error) {
      await drainBody(request, services.maxUploadBytes)
      throw error
    }
  })
}

const staleIdentitySeconds = 600

/** During a database outage, accepts recently identified callers on routes that must keep working. */
function withStaleIdentity(identify: Identify, { staleCache, isHttps }: IdentifyDeps): Identify {
  const cookies = [signInCookie(isHttps), sessionCookie(isHttps)]
  return async (request, reply) => {
    const { worksWithoutDatabase } = request.routeOptions.config
    const [cookie] = cookies.flatMap((one) => one.read(request) ?? [])
    const secret = readToken(request) ?? cookie
    if (!worksWithoutDatabase || secret === undefined) return identify(request, reply)
    const key = `askers:${hashSecret(secret)}`
    return staleCache.read(key, staleIdentitySeconds, () => identify(request, reply))
  }
}

type Identify = (request: FastifyRequest, reply: FastifyReply) => Promise<Identity>

function createIdentify(deps: IdentifyDeps): Identify {
  const { db, isHttps, authMode, authenticateToken, rateLimiter, sessionsPerHour } = deps
  const cookie = sessionCookie(isHttps)
  const accountCookie = signInCookie(isHttps)
  const authenticate = authMode === 'session' ? rejectTokens : authenticateToken

  async function findOrCreateSession(request: FastifyRequest, reply: FastifyReply) {
    const given = cookie.read(request)
    const known = given === undefined ? undefined : await openSession(db, given)
    if (known) return known
    const created = await createSession(db)
    cookie.write(reply, created.secret)
    return created
  }

  // Read requests do not store a session. Otherwise, crawlers and monitors would fill the table with sessions.
  const identifyBySession: Identify = async (request, reply) => {
    const session = await findOrCreateSession(request, reply)
    const isWrite = !['GET', 'HEAD'].includes(request.method)
    if (isWrite && !session.isStored) await startSession(request, session)
    request.isNewSession = !isWrite && !session.isStored
    return session.identity
  }

  async function startSession(request: FastifyRequest, session: Session): Promise<void> {
    const quota = { limit: sessionsPerHour, seconds: 3600 }
    const key = `sessions ip ${clientNetwork(request)}`
    const { isAllowed, wait_seconds: seconds } = await rateLimiter.take(key, quota)
    if (!isAllowed) {
      request.log.info('too many new sessions')
      const detail = createDetail('sessions_exceeded', { most: quota.limit, seconds })
      throw new AppError('RATE_LIMITED', detail, { retryAfterSeconds: seconds })
    }
    await storeSession(db, session)
  }

  /** Reports once that a sign-in has ended, so that users do not unknowingly upload to an anonymous session. */
  async function identifyBySignIn(secret: string, reply: FastifyReply): Promise<Identity> {
    const identity = await authenticateSession(db, secret)
    if (identity) return identity
    accountCookie.clear(reply)
    challenge(reply)
    throw new AppError('UNAUTHORIZED', createDetail('sign_in_ended', {}))
  }

  // A token takes precedence over cookies, and an invalid token never falls back to a session.
  return async (request, reply) => {
    const token = readToken(request)
    const ticket = readTicket(request)
    try {
      if (token !== undefined) return await authenticate(token)
      if (ticket !== undefined) return await redeemTicket(db, ticket)
    } catch (error) {
      if (error instanceof AppError && error.code === 'UNAUTHORIZED') {
        request.log.info({ reason: toReason(error.cause) }, 'token rejected')
        challenge(reply, 'error="invalid_token"')
      }
      throw error
    }
    const signIn = accountCookie.read(request)
    if (signIn !== undefined) return identifyBySignIn(signIn, reply)
    if (authMode !== 'token') return identifyBySession(request, reply)
    challenge(reply)
    throw new AppError('UNAUTHORIZED')
  }
}

async function rejectTokens(): Promise<never> {
  throw new AppError('UNAUTHORIZED', createDetail('tokens_not_taken', {}))
}

function toReason(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
