import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  approveOwnedReading,
  type CorrectionDeps,
  correctOwnedReading,
  loadOwnedReading,
  type Revision,
  unapproveOwnedReading,
} from '../../review/corrections.ts'
import { AppError } from '../../domain/errors/app-error.ts'
import { getDisplayName } from '../../domain/api/identity.ts'
import { routes } from '../../domain/api/routes/routes.ts'
import type { StatusWriter } from '../../jobs/job-status.ts'
import type { ReadingResponse } from '../../domain/review/change.ts'
import { requireIdentity, ownerId } from '../access/authorise.ts'
import { serveRoute } from '../requests/serve-route.ts'

export interface ReadingRouteDeps extends Omit<CorrectionDeps, 'log'> {
  statuses: StatusWriter
}

export function readingRoutes(app: FastifyInstance, services: ReadingRouteDeps): void {
  const withLog = (request: FastifyRequest) => ({ ...services, log: request.log })

  const send = (reply: FastifyReply, reading: ReadingResponse) => {
    reply.header('etag', `"${reading.revision}"`).header('cache-control', 'private, no-cache')
    return reading
  }

  serveRoute(app, routes.getReading, async ({ params, request, reply }) =>
    send(reply, await loadOwnedReading(withLog(request), ownerId(request), params.id)),
  )

  serveRoute(app, routes.correctReading, async ({ params, body, request, reply }) => {
    const revision = toRevision(request, { ...params, changes: body.changes })
    const reading = await correctOwnedReading(withLog(request), revision)
    services.statuses.changed(params.id)
    return send(reply, reading)
  })

  serveRoute(app, routes.approveJob, async ({ params, request, reply }) => {
    const revision = toRevision(request, { ...params, changes: [] })
    const job = await approveOwnedReading(withLog(request), revision)
    reply.header('etag', `"${revision.baseRevision + 1}"`)
    return job
  })

  serveRoute(app, routes.unapproveJob, ({ params, request }) =>
    unapproveOwnedReading(withLog(request), toRevision(request, { ...params, changes: [] })),
  )
}

function toRevision(request: FastifyRequest, revision: Pick<Revision, 'id' | 'changes'>): Revision {
  const identity = requireIdentity(request)
  const editor = { owner_id: identity.owner_id, changed_by: getDisplayName(identity) }
  return { ...revision, ...editor, baseRevision: readIfMatch(request) }
}

/** Returns the revision in If-Match. A value that this server never issued counts as a conflict. */
function readIfMatch({ headers }: FastifyRequest): number {
  const ifMatchHeader = headers['if-match']?.trim()
  if (ifMatchHeader === undefined || ifMatchHeader === '*') throw new AppError('MATCH_NEEDED')
  const [, revision] = /^(?:W\/)?"(\d{1,9})"$/.exec(ifMatchHeader) ?? []
  if (revision === undefined) throw new AppError('CHANGED_MEANWHILE')
  return Number(revision)
}
