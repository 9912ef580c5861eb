import type { FastifyInstance } from 'fastify'
import { routes } from '../../domain/api/routes/routes.ts'
import { claimSession, endSession } from '../../identity/sessions.ts'
import { issueTicket } from '../../identity/tickets.ts'
import { createOwnedKey, ownedKeys, revokeOwnedKey } from '../../identity/api-keys.ts'
import { withIdempotencyKeyForSecret } from '../../intake/with-idempotency-key.ts'
import { type Identifying, identityOf, ownerOf, requireToken } from '../access/identify.ts'
import { askerOf } from '../access/sender.ts'
import { serve } from '../requests/serve.ts'
import { sessionCookie } from '../access/session-cookie.ts'

export function identityRoutes(app: FastifyInstance, { db, isHttps }: Identifying): void {
  const cookie = sessionCookie(isHttps)

  serve(app, routes.whoAmI, async ({ request }) => identityOf(request))

  serve(app, routes.claimSession, async ({ request, reply }) => {
    const { owner_id } = requireToken(request, reply)
    const secret = cookie.read(request)
    const claimed = secret === undefined ? 0 : await claimSession(db, secret, owner_id)
    request.log.info({ owner_id, claimed }, 'session jobs claimed')
    return { claimed }
  })

  serve(app, routes.endSession, async ({ request, reply }) => {
    const secret = cookie.read(request)
    if (secret !== undefined) await endSession(db, secret)
    cookie.clear(reply)
  })

  serve(app, routes.listKeys, async ({ request }) => ({
    keys: await ownedKeys(db, ownerOf(request)),
  }))

  serve(app, routes.createKey, async ({ body, request }) => {
    const { expires_in_days: days, ...wanted } = body
    const asker = identityOf(request)
    const made = await withIdempotencyKeyForSecret(db, askerOf(request), body, (making) =>
      createOwnedKey(db, asker, { ...wanted, days }, making),
    )
    request.log.info({ owner_id: asker.owner_id, key: made.id }, 'API key created')
    return made
  })

  serve(app, routes.revokeKey, async ({ params, request }) => {
    const asker = identityOf(request)
    await revokeOwnedKey(db, asker, params.id)
    request.log.info({ owner_id: asker.owner_id, key: params.id }, 'API key revoked')
  })

  serve(app, routes.createTicket, ({ request }) => issueTicket(db, identityOf(request)))
}
