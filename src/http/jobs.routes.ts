import { isIP } from 'node:net'
import contentDisposition from 'content-disposition'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { openOutput } from '../documents/deliver.ts'
import {
  cancelOwnedJob,
  ownedJob,
  ownedJobDetail,
  ownedJobs,
  retryOwnedJob,
} from '../documents/owned-jobs.ts'
import { receive } from '../documents/receive.ts'
import { routes } from '../domain/routes.ts'
import { partsOf, whenGone } from './form-parts.ts'
import { serve } from './serve.ts'
import type { Services } from './server.ts'
import { ownerOf } from './session.ts'

export function jobRoutes(app: FastifyInstance, services: Services): void {
  const { db, isHttps } = services

  serve(app, routes.upload, async ({ request, reply }) => {
    const owner_id = ownerOf(request, reply, isHttps)
    const user_agent = request.headers['user-agent']?.slice(0, 500) ?? null
    const sender = { owner_id, client_ip: addressOf(request), user_agent }
    const parts = partsOf(request, services.maxUploadBytes)
    const { job_id, original_id } = await receive(services, sender, parts, whenGone(reply))
    reply.header('location', routes.getJob.path.replace(':id', job_id))
    const job = await ownedJob(db, request.log, owner_id, job_id)
    return { job, ...(original_id && { deduped_from: original_id }) }
  })

  serve(app, routes.listJobs, ({ query, request, reply }) =>
    ownedJobs(db, ownerOf(request, reply, isHttps), query),
  )

  serve(app, routes.getJob, ({ params, request, reply }) =>
    ownedJobDetail(db, request.log, ownerOf(request, reply, isHttps), params.id),
  )

  serve(app, routes.retryJob, ({ params, request, reply }) =>
    retryOwnedJob(db, request.log, ownerOf(request, reply, isHttps), params.id),
  )

  serve(app, routes.cancelJob, ({ params, request, reply }) =>
    cancelOwnedJob(db, request.log, ownerOf(request, reply, isHttps), params.id),
  )

  serve(app, routes.downloadJob, async ({ params, query, request, reply }) => {
    const owner_id = ownerOf(request, reply, isHttps)
    const job = await ownedJob(db, request.log, owner_id, params.id)
    const download = await openOutput(services, job, query.format)
    return reply
      .type(download.content_type)
      .header('content-length', download.bytes)
      .header('content-disposition', contentDisposition(download.filename))
      .header('cache-control', 'private, no-store')
      .send(download.stream)
  })
}

/** Without the zone that a link-local address carries, and null for what is no address. */
function addressOf(request: FastifyRequest): string | null {
  const [address = ''] = request.ip.split('%')
  return isIP(address) ? address : null
}
