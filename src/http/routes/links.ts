import type { FastifyInstance } from 'fastify'
import { beginUpload, commitUpload } from '../../intake/upload-links.ts'
import { createDownloadLink } from '../../results/download-links.ts'
import { toAcceptedJob, loadOwnedJob } from '../../jobs/owned-jobs.ts'
import { routes } from '../../domain/api/routes/routes.ts'
import { disconnectSignal } from '../requests/form-parts.ts'
import { clientAddress } from '../access/client-address.ts'
import { ownerId } from '../access/authorise.ts'
import { toCaller, toUploadClient, markReplay } from '../access/upload-client.ts'
import { serveRoute } from '../requests/serve-route.ts'
import type { ReceiveDeps } from '../../intake/receive.ts'

export interface LinkRouteDeps extends ReceiveDeps {
  deletesOnDownload: boolean
}

export function linkRoutes(app: FastifyInstance, services: LinkRouteDeps): void {
  const { db } = services

  serveRoute(app, routes.beginUpload, async ({ body, request, reply }) => {
    const caller = { ...toCaller(request), client_ip: clientAddress(request) }
    return markReplay(reply, await beginUpload(services, caller, body.bytes))
  })

  serveRoute(app, routes.commitUpload, async ({ params, body, request, reply }) => {
    const upload = { sender: toUploadClient(request), signal: disconnectSignal(reply) }
    const commit = { id: params.id, ...body }
    const replayable = await commitUpload(services, upload, commit, (job) =>
      toAcceptedJob(db, request.log, ownerId(request), job),
    )
    reply.header('location', routes.getJob.path.replace(':id', replayable.response.job.id))
    return markReplay(reply, replayable)
  })

  serveRoute(app, routes.linkToFile, async ({ params, body, request }) => {
    const job = await loadOwnedJob(db, request.log, ownerId(request), params.id)
    return createDownloadLink(services, job, body)
  })
}
