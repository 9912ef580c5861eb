import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { routes } from '../../domain/api/routes/routes.ts'
import type { SignInProblem } from '../../domain/values/sign-in-problems.ts'
import { AppError, toAppError } from '../../domain/errors/app-error.ts'
import { createDetail } from '../../domain/i18n/problem-detail.ts'
import { authenticateKey, isApiKey } from '../../identity/api-keys.ts'
import { type OidcProvider, SignInError } from '../../identity/oidc.ts'
import { openPendingSignIn, sealPendingSignIn } from '../../identity/pending-sign-ins.ts'
import { claimSession } from '../../identity/sessions.ts'
import {
  createSignIn,
  endSignIn,
  authenticateSession,
  registerUser,
  type SignInRequest,
} from '../../identity/sign-ins.ts'
import { pendingSignInCookie, sessionCookie, signInCookie } from '../access/cookies.ts'
import type { IdentifyDeps } from '../access/identify.ts'
import { serveRoute } from '../requests/serve-route.ts'

export interface SignInRouteDeps extends Pick<IdentifyDeps, 'db' | 'isHttps' | 'authMode'> {
  /** This server's public origin, if known. */
  origin: string | undefined
  /** Undefined if OpenID Connect is not configured. */
  oidc: OidcProvider | undefined
}

interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

export function signInRoutes(app: FastifyInstance, services: SignInRouteDeps): void {
  const { db, isHttps, authMode, oidc } = services
  const cookie = signInCookie(isHttps)
  const acceptsKeys = authMode !== 'session'
  if (oidc) addOidcRoutes(app, services, oidc)
  else addMissingRoutes(app)

  serveRoute(app, routes.signInOptions, async () => ({
    is_required: authMode === 'token',
    provider: oidc?.host ?? null,
    accepts_keys: acceptsKeys,
  }))

  serveRoute(app, routes.signInWithKey, async ({ body, request, reply }) => {
    if (!acceptsKeys) throw new AppError('DISABLED', createDetail('tokens_not_taken', {}))
    if (!isApiKey(body.key)) throw wrongKey('not an API key')
    const { prefix } = await authenticateKey(db, body.key).catch((error: unknown) => {
      throw error instanceof AppError && error.code === 'UNAUTHORIZED' ? wrongKey(error) : error
    })
    return signIn(services, { user_id: null, key_prefix: prefix }, { request, reply })
  })

  serveRoute(app, routes.signOut, async ({ request, reply }) => {
    const secret = cookie.read(request)
    const idToken = secret === undefined ? undefined : await endSignIn(db, secret)
    cookie.clear(reply)
    if (idToken === undefined || !oidc) return { url: null }
    const returnUrl = `${findOrigin(services, request)}/sign-in`
    const url = await oidc.findSignOutUrl(idToken, returnUrl).catch((error: unknown) => {
      // The user is already signed out of Docket itself.
      request.log.warn({ err: error }, 'cannot sign out of the provider')
      return null
    })
    return { url }
  })
}

function addOidcRoutes(app: FastifyInstance, services: SignInRouteDeps, oidc: OidcProvider): void {
  const { db, isHttps } = services
  const pendingCookie = pendingSignInCookie(isHttps)

  serveRoute(app, routes.startSignIn, async ({ query, request, reply }) => {
    const redirectUri = findOrigin(services, request) + routes.finishSignIn.path
    try {
      const { url, pending } = await oidc.begin(redirectUri)
      const sealed = await sealPendingSignIn(db, { ...pending, next: query.next })
      pendingCookie.write(reply, sealed)
      return reply.header('location', url).send()
    } catch (error) {
      return sendProblemPage({ request, reply }, error, query.next)
    }
  })

  serveRoute(app, routes.finishSignIn, async ({ request, reply }) => {
    const sealed = pendingCookie.read(request)
    let next: string | undefined
    try {
      const pending = sealed === undefined ? undefined : await openPendingSignIn(db, sealed)
      pendingCookie.clear(reply)
      if (!pending) throw new SignInError('expired', 'no cookie')
      next = pending.next
      const search = request.url.replace(/^[^?]*/, '')
      const { user, id_token } = await oidc.complete(search, pending)
      await registerUser(db, user)
      await signIn(services, { user_id: user.id, key_prefix: null, id_token }, { request, reply })
      return reply.header('location', pending.next).send()
    } catch (error) {
      return sendProblemPage({ request, reply }, error, next)
    }
  })
}

function addMissingRoutes(app: FastifyInstance): void {
  for (const route of [routes.startSignIn, routes.finishSignIn]) {
    serveRoute(app, route, async () => {
      throw new AppError('DISABLED', createDetail('oidc_not_configured', {}))
    })
  }
}

/** Redirects to the web app, which explains the problem, because the request is a page navigation. */
function sendProblemPage({ request, reply }: Exchange, error: unknown, next = '/'): FastifyReply {
  const { problem, message: reason } = toSignInError(error)
  if (!(error instanceof SignInError)) request.log.error({ err: error }, 'cannot complete sign-in')
  const level: Record<SignInProblem, 'info' | 'error'> = {
    ended: 'info',
    denied: 'info',
    expired: 'info',
    not_allowed: 'info',
    unreachable: 'error',
    failed: 'error',
  }
  request.log[level[problem]]({ problem, reason }, 'sign-in failed')
  const search = new URLSearchParams({ problem, next })
  return reply.header('location', `/sign-in?${search.toString()}`).send()
}

function toSignInError(error: unknown): SignInError {
  if (error instanceof SignInError) return error
  return new SignInError(toAppError(error).rule.retry ? 'unreachable' : 'failed', error)
}

function findOrigin({ origin }: SignInRouteDeps, { protocol, host }: FastifyRequest): string {
  return origin ?? `${protocol}://${host}`
}

function wrongKey(cause: unknown): AppError {
  return new AppError('UNAUTHORIZED', createDetail('key_wrong', {}), { cause })
}

/** Sets the cookie, and moves the jobs of the browser session to the user. */
async function signIn(
  { db, isHttps }: SignInRouteDeps,
  signInRequest: SignInRequest,
  { request, reply }: Exchange,
): Promise<{ claimed: number }> {
  const secret = await createSignIn(db, signInRequest)
  try {
    const identity = await authenticateSession(db, secret)
    if (!identity) throw new AppError('UNAUTHORIZED', createDetail('sign_in_ended', {}))
    const session = sessionCookie(isHttps).read(request)
    const canClaim = session !== undefined && identity.scopes.includes('write')
    const claimed = canClaim ? await claimSession(db, session, identity) : 0
    signInCookie(isHttps).write(reply, secret)
    const { id, kind } = identity
    request.log.info({ user: id, kind, claimed }, 'signed in')
    return { claimed }
  } catch (error) {
    // Ends the sign-in, because its secret was never sent. If the database is down, the sign-in expires later.
    await endSignIn(db, secret).catch(() => undefined)
    throw error
  }
}
