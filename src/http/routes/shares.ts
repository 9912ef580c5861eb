import type { FastifyInstance, FastifyReply } from 'fastify'
import { openDownload } from '../../results/open-download.ts'
import { withIdempotencyKey } from '../../intake/with-idempotency-key.ts'
import { ownedShares, sharedJob, shareJob, unshareJob, viewShared } from '../../results/shares.ts'
import { routes } from '../../domain/api/routes/routes.ts'
import { type DeleteAfterDownloadDeps, forgetOnceSent } from '../responses/delete-after-download.ts'
import { ownerOf } from '../access/identify.ts'
import { unlisted } from '../access/security-headers.ts'
import { askerOf, tellReplay } from '../access/sender.ts'
import { sendDownload, takenBy } from '../responses/send-download.ts'
import { serve } from '../requests/serve.ts'
import type { Database } from '../../db/db.ts'
import type { LoadDeps } from '../../results/load-reading.ts'

export interface ShareRouteDeps extends LoadDeps, DeleteAfterDownloadDeps {
  db: Database
}

export function shareRoutes(app: FastifyInstance, services: ShareRouteDeps): void {
  const { db } = services

  serve(app, routes.shareJob, async ({ params, body, request, reply }) => {
    const wanted = { id: params.id, hours: body.expires_in_hours }
    const answered = await withIdempotencyKey(db, askerOf(request), wanted, () =>
      shareJob({ db, log: request.log }, ownerOf(request), wanted),
    )
    const share = tellReplay(reply, answered)
    reply.header('location', share.path)
    return share
  })

  serve(app, routes.unshareJob, ({ params, request }) =>
    unshareJob({ db, log: request.log }, ownerOf(request), params.id),
  )

  serve(app, routes.listShares, ({ query, request, reply }) => {
    reply.header('cache-control', 'no-store')
    return ownedShares(db, ownerOf(request), query)
  })

  serve(app, routes.sharedResult, ({ params, request, reply }) => {
    keepPrivate(reply)
    const isCounted = request.method === 'GET'
    return viewShared({ db, log: request.log }, params.code, { isCounted })
  })

  serve(app, routes.downloadShared, async ({ params, query, request, reply }) => {
    keepPrivate(reply)
    const { job } = await sharedJob({ db, log: request.log }, params.code)
    forgetOnceSent(services, reply, [job])
    return sendDownload(reply, await openDownload(services, job, query.format, takenBy(request)))
  })
}

/** Whoever has the address sees it: no cache may keep it. */
function keepPrivate(reply: FastifyReply): void {
  reply.header('cache-control', 'private, no-store').headers(unlisted)
}
