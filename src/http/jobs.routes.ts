import type { FastifyInstance } from 'fastify'
import { openOutput } from '../documents/deliver.ts'
import {
  cancelOwnedJob,
  ownedJob,
  ownedJobDetail,
  ownedJobEvents,
  ownedJobs,
  retryOwnedJob,
} from '../documents/owned-jobs.ts'
import { receive } from '../documents/receive.ts'
import { routes } from '../domain/routes.ts'
import { fieldsOf, partsOf, whenGone } from './form-parts.ts'
import { ownerOf } from './identity.ts'
import { sendDownload } from './send-download.ts'
import { senderOf } from './sender.ts'
import { serve } from './serve.ts'
import type { Services } from './server.ts'

export function jobRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services

  serve(app, routes.upload, async ({ json, request, reply }) => {
    const { maxUploadBytes: maxBytes } = services
    const sender = senderOf(request)
    const parts = json ? fieldsOf(json) : partsOf(request, { maxBytes, most: 1 })
    const { job_id, original_id } = await receive(services, sender, parts, whenGone(reply))
    reply.header('location', routes.getJob.path.replace(':id', job_id))
    const job = await ownedJob(db, request.log, sender.owner_id, job_id)
    return { job, ...(original_id && { deduped_from: original_id }) }
  })

  serve(app, routes.listJobs, ({ query, request }) => ownedJobs(db, ownerOf(request), query))

  serve(app, routes.getJob, ({ params, request }) =>
    ownedJobDetail(db, request.log, ownerOf(request), params.id),
  )

  serve(app, routes.jobEvents, async ({ params, query, request }) => ({
    events: await ownedJobEvents(db, request.log, ownerOf(request), params.id, query),
  }))

  serve(app, routes.retryJob, ({ params, request }) =>
    retryOwnedJob(db, request.log, ownerOf(request), params.id),
  )

  serve(app, routes.cancelJob, ({ params, request }) =>
    cancelOwnedJob(db, request.log, ownerOf(request), params.id),
  )

  serve(app, routes.downloadJob, async ({ params, query, request, reply }) => {
    const job = await ownedJob(db, request.log, ownerOf(request), params.id)
    return sendDownload(reply, await openOutput(services, job, query.format))
  })
}
