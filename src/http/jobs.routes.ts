import { isIP } from 'node:net'
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
import { priorityOf } from '../domain/identity.ts'
import { routes } from '../domain/routes.ts'
import { fieldsOf, partsOf, whenGone } from './form-parts.ts'
import { identityOf, ownerOf } from './identity.ts'
import { sendDownload } from './send-download.ts'
import { serve } from './serve.ts'
import type { Services } from './server.ts'

export function jobRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services

  serve(app, routes.upload, async ({ json, request, reply }) => {
    const { owner_id, tier } = identityOf(request)
    const user_agent = request.headers['user-agent']?.slice(0, 500) ?? null
    const priority = priorityOf[tier]
    const sender = { owner_id, priority, client_ip: addressOf(request), user_agent }
    const parts = json ? fieldsOf(json) : partsOf(request, services.maxUploadBytes)
    const { job_id, original_id } = await receive(services, sender, parts, whenGone(reply))
    reply.header('location', routes.getJob.path.replace(':id', job_id))
    const job = await ownedJob(db, request.log, owner_id, job_id)
    return { job, ...(original_id && { deduped_from: original_id }) }
  })

  serve(app, routes.listJobs, ({ query, request }) => ownedJobs(db, ownerOf(request), query))

  serve(app, routes.getJob, ({ params, request }) =>
    ownedJobDetail(db, request.log, ownerOf(request), params.id),
  )

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

/** Without the zone that a link-local address carries, and null for what is no address. */
function addressOf(request: FastifyRequest): string | null {
  const [address = ''] = request.ip.split('%')
  return isIP(address) ? address : null
}
