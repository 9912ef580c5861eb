import type { FastifyInstance } from 'fastify'
import { beginUpload, commitUpload } from '../../intake/upload-links.ts'
import { createDownloadLink } from '../../results/download-links.ts'
import { toAcceptedJob, ownedJob } from '../../jobs/owned-jobs.ts'
import { routes } from '../../domain/api/routes/routes.ts'
import { whenGone } from '../requests/form-parts.ts'
import { ownerOf } from '../access/identify.ts'
import { askerOf, senderOf, tellReplay } from '../access/sender.ts'
import { serve } from '../requests/serve.ts'
import type { ReceiveDeps } from '../../intake/receive.ts'

export interface LinkRouteDeps extends ReceiveDeps {
  deletesOnDownload: boolean
}

export function linkRoutes(app: FastifyInstance, services: LinkRouteDeps): void {
  const { db } = services

  serve(app, routes.beginUpload, async ({ body, request, reply }) =>
    tellReplay(reply, await beginUpload(services, askerOf(request), body.bytes)),
  )

  serve(app, routes.commitUpload, async ({ params, body, request, reply }) => {
    const by = { sender: senderOf(request), signal: whenGone(reply) }
    const sent = { id: params.id, ...body }
    const answered = await commitUpload(services, by, sent, (taken) =>
      toAcceptedJob(db, request.log, ownerOf(request), taken),
    )
    reply.header('location', routes.getJob.path.replace(':id', answered.answer.job.id))
    return tellReplay(reply, answered)
  })

  serve(app, routes.linkToFile, async ({ params, body, request }) => {
    const job = await ownedJob(db, request.log, ownerOf(request), params.id)
    return createDownloadLink(services, job, body)
  })
}
