import type { FastifyInstance, FastifyReply } from 'fastify'
import { openDownload } from '../../results/open-download.ts'
import {
  createBatchLink,
  listOwnedBatchLinks,
  revokeBatchLink,
  viewSharedBatch,
} from '../../results/batch-links.ts'
import { withIdempotencyKey } from '../../intake/with-idempotency-key.ts'
import {
  listOwnedShares,
  findSharedJob,
  shareJob,
  unshareJob,
  viewSharedResult,
} from '../../results/shares.ts'
import { routes } from '../../domain/api/routes/routes.ts'
import {
  type DeleteAfterDownloadDeps,
  deleteAfterDownload,
} from '../responses/delete-after-download.ts'
import { ownerId } from '../access/authorise.ts'
import { noIndex } from '../access/security-headers.ts'
import { toCaller, markReplay } from '../access/upload-client.ts'
import { acceptedEncodings, sendDownload } from '../responses/send-download.ts'
import { serveRoute } from '../requests/serve-route.ts'
import type { Database } from '../../db/db.ts'
import {
  listSharedSwimmers,
  loadSharedMeet,
  openSharedCalendar,
  type SharedMeetDeps,
} from '../../results/shared-meet.ts'

export interface ShareRouteDeps extends Omit<SharedMeetDeps, 'log'>, DeleteAfterDownloadDeps {
  db: Database
}

export function shareRoutes(app: FastifyInstance, services: ShareRouteDeps): void {
  const { db } = services
  addBatchLinkRoutes(app, services)

  serveRoute(app, routes.shareJob, async ({ params, body, request, reply }) => {
    const options = { id: params.id, hours: body.expires_in_hours }
    const replayable = await withIdempotencyKey(db, toCaller(request), options, () =>
      shareJob({ db, log: request.log }, ownerId(request), options),
    )
    const share = markReplay(reply, replayable)
    reply.header('location', share.path)
    return share
  })

  serveRoute(app, routes.unshareJob, ({ params, request }) =>
    unshareJob({ db, log: request.log }, ownerId(request), params.id),
  )

  serveRoute(app, routes.listShares, ({ query, request, reply }) => {
    reply.header('cache-control', 'no-store')
    return listOwnedShares(db, ownerId(request), query)
  })

  serveRoute(app, routes.sharedResult, ({ params, request, reply }) => {
    preventSharing(reply)
    const isCounted = request.method === 'GET'
    return viewSharedResult({ db, log: request.log }, params.code, { isCounted })
  })

  serveRoute(app, routes.downloadShared, async ({ params, query, request, reply }) => {
    preventSharing(reply)
    const found = await findSharedJob({ db, log: request.log }, params.code, query.job_id)
    deleteAfterDownload(services, reply, [found.job], query.format)
    return sendDownload(
      reply,
      await openDownload(services, found, query.format, acceptedEncodings(request)),
    )
  })

  serveRoute(app, routes.sharedMeet, ({ params, query, request, reply }) => {
    preventSharing(reply)
    return loadSharedMeet({ ...services, log: request.log }, params.code, query)
  })

  serveRoute(app, routes.sharedSwimmers, async ({ params, request, reply }) => {
    preventSharing(reply)
    const deps = { ...services, log: request.log }
    return { swimmers: await listSharedSwimmers(deps, params.code) }
  })

  serveRoute(app, routes.sharedCalendar, async ({ params, query, request, reply }) => {
    preventSharing(reply)
    const deps = { ...services, log: request.log }
    const { jobs, ...calendar } = await openSharedCalendar(deps, params.code, query)
    deleteAfterDownload(services, reply, jobs, 'ics')
    return sendDownload(reply, calendar)
  })
}

function addBatchLinkRoutes(app: FastifyInstance, services: ShareRouteDeps): void {
  const { db } = services

  serveRoute(app, routes.createBatchLink, async ({ params, body, request, reply }) => {
    const { purpose, expires_in_hours: hours, options } = body
    const deps = { ...services, log: request.log }
    const wanted = { batch_id: params.id, purpose, hours, options }
    const link = await createBatchLink(deps, ownerId(request), wanted)
    reply.header('location', link.path)
    return link
  })

  serveRoute(app, routes.listBatchLinks, async ({ params, request, reply }) => {
    reply.header('cache-control', 'no-store')
    const deps = { db, log: request.log }
    return { links: await listOwnedBatchLinks(deps, ownerId(request), params.id) }
  })

  serveRoute(app, routes.revokeBatchLink, ({ params, request }) => {
    const link = { batch_id: params.id, code: params.code }
    return revokeBatchLink({ db, log: request.log }, ownerId(request), link)
  })

  serveRoute(app, routes.sharedBatch, ({ params, request, reply }) => {
    preventSharing(reply)
    return viewSharedBatch(db, params.code, { isCounted: request.method === 'GET' })
  })
}

/** Keeps the response out of caches and search engines, because anyone with the URL can read it. */
function preventSharing(reply: FastifyReply): void {
  reply.header('cache-control', 'private, no-store').headers(noIndex)
}
