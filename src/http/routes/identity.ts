import type { FastifyInstance } from 'fastify'
import { routes } from '../../domain/api/routes/routes.ts'
import { claimSession, endSession } from '../../identity/sessions.ts'
import { issueTicket } from '../../identity/stream-tickets.ts'
import { createOwnedKey, listOwnKeys, revokeOwnedKey } from '../../identity/api-keys.ts'
import type { OidcProvider } from '../../identity/oidc.ts'
import { withIdempotencyKeyForSecret } from '../../intake/with-idempotency-key.ts'
import { requireIdentity, ownerId, requireToken } from '../access/authorise.ts'
import type { IdentifyDeps } from '../access/identify.ts'
import type { ByteQuotaDeps } from '../access/check-byte-quota.ts'
import { toCaller } from '../access/upload-client.ts'
import { serveRoute } from '../requests/serve-route.ts'
import { sessionCookie } from '../access/cookies.ts'

export interface IdentityRouteDeps extends IdentifyDeps, Pick<ByteQuotaDeps, 'byteQuotas'> {
  /** Undefined if OpenID Connect is not configured. */
  oidc: OidcProvider | undefined
}

export function identityRoutes(
  app: FastifyInstance,
  { db, isHttps, byteQuotas, oidc }: IdentityRouteDeps,
): void {
  const cookie = sessionCookie(isHttps)

  serveRoute(app, routes.whoAmI, async ({ request }) => {
    const identity = requireIdentity(request)
    return { ...identity, can_sign_in: identity.kind === 'session' && oidc !== undefined }
  })

  serveRoute(app, routes.getUsage, ({ request }) => byteQuotas.readUsage(ownerId(request)))

  serveRoute(app, routes.claimSession, async ({ request, reply }) => {
    const identity = requireToken(request, reply)
    const secret = cookie.read(request)
    const claimed = secret === undefined ? 0 : await claimSession(db, secret, identity)
    request.log.info({ owner_id: identity.owner_id, claimed }, 'session jobs claimed')
    return { claimed }
  })

  serveRoute(app, routes.endSession, async ({ request, reply }) => {
    const secret = cookie.read(request)
    if (secret !== undefined) await endSession(db, secret)
    cookie.clear(reply)
  })

  serveRoute(app, routes.listKeys, async ({ request }) => ({
    keys: await listOwnKeys(db, requireIdentity(request)),
  }))

  serveRoute(app, routes.createKey, async ({ body, request }) => {
    const { expires_in_days: days, ...wanted } = body
    const caller = requireIdentity(request)
    const created = await withIdempotencyKeyForSecret(db, toCaller(request), body, (claim) =>
      createOwnedKey(db, caller, { ...wanted, days }, claim),
    )
    request.log.info({ owner_id: caller.owner_id, key: created.id }, 'API key created')
    return created
  })

  serveRoute(app, routes.revokeKey, async ({ params, request }) => {
    const caller = requireIdentity(request)
    await revokeOwnedKey(db, caller, params.id)
    request.log.info({ owner_id: caller.owner_id, key: params.id }, 'API key revoked')
  })

  serveRoute(app, routes.createTicket, ({ request }) => issueTicket(db, requireIdentity(request)))
}
