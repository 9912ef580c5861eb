import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/db.ts'
import { routes } from '../../domain/api/routes/routes.ts'
import { listLinks, revokeLink } from '../../identity/links.ts'
import {
  acceptInvitation,
  changeRole,
  closeTeam,
  createTeam,
  invite,
  loadTeam,
  removeMember,
  renameTeam,
  viewInvitation,
} from '../../identity/teams.ts'
import { decodeCursor, encodeCursor } from '../../jobs/cursor.ts'
import { ownerId, requireIdentity } from '../access/authorise.ts'
import { noIndex } from '../access/security-headers.ts'
import { serveRoute } from '../requests/serve-route.ts'

export function teamRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  serveRoute(app, routes.getTeam, async ({ request }) => ({
    team: await loadTeam(db, requireIdentity(request)),
  }))

  serveRoute(app, routes.createTeam, async ({ body, request }) => {
    const caller = requireIdentity(request)
    const team = await createTeam(db, caller, body.name)
    request.log.info({ owner_id: caller.owner_id, user: caller.id }, 'team created')
    return team
  })

  serveRoute(app, routes.renameTeam, ({ body, request }) =>
    renameTeam(db, requireIdentity(request), body.name),
  )

  serveRoute(app, routes.closeTeam, async ({ request }) => {
    const caller = requireIdentity(request)
    await closeTeam(db, caller)
    request.log.info({ owner_id: caller.owner_id, user: caller.id }, 'team deleted')
  })

  serveRoute(app, routes.changeRole, async ({ params, body, request }) => {
    const caller = requireIdentity(request)
    const team = await changeRole(db, caller, { ...params, ...body })
    request.log.info({ user: caller.id, member: params.id, role: body.role }, 'role changed')
    return team
  })

  serveRoute(app, routes.removeMember, async ({ params, request }) => {
    const caller = requireIdentity(request)
    await removeMember(db, caller, params.id)
    request.log.info({ user: caller.id, member: params.id }, 'member removed')
  })

  addInvitationRoutes(app, db)
  addLinkListRoutes(app, db)
}

function addInvitationRoutes(app: FastifyInstance, db: Database): void {
  serveRoute(app, routes.invite, async ({ body, request }) => {
    const caller = requireIdentity(request)
    const { role, expires_in_hours: hours } = body
    const invitation = await invite(db, caller, { role, hours })
    request.log.info({ owner_id: caller.owner_id, user: caller.id, role }, 'invitation created')
    return invitation
  })

  serveRoute(app, routes.viewInvitation, async ({ params, reply }) => {
    reply.header('cache-control', 'private, no-store').headers(noIndex)
    return viewInvitation(db, params.code)
  })

  serveRoute(app, routes.acceptInvitation, async ({ params, request }) => {
    const caller = requireIdentity(request)
    const team = await acceptInvitation(db, caller, params.code)
    request.log.info({ user: caller.id }, 'invitation accepted')
    return team
  })
}

function addLinkListRoutes(app: FastifyInstance, db: Database): void {
  serveRoute(app, routes.listLinks, async ({ query, request, reply }) => {
    reply.header('cache-control', 'no-store')
    const { cursor, limit } = query
    const after = cursor === undefined ? null : decodeCursor(cursor)
    const filter = { owner_id: ownerId(request), after, limit: limit + 1 }
    const found = await listLinks(db, filter)
    const links = found.slice(0, limit)
    const last = found.length > limit ? links.at(-1) : undefined
    return { links, next_cursor: last ? encodeCursor(last) : null }
  })

  serveRoute(app, routes.revokeLink, async ({ params, request }) => {
    const caller = requireIdentity(request)
    await revokeLink(db, caller, params.id)
    request.log.info({ owner_id: caller.owner_id, user: caller.id }, 'link revoked')
  })
}
