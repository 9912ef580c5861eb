import type { FastifyInstance } from 'fastify'
import {
  batchAnswer,
  batchState,
  cancelOwnedBatch,
  retryBatchJob,
  retryOwnedBatch,
} from '../documents/owned-batches.ts'
import { receiveBatch } from '../documents/receive.ts'
import { routes } from '../domain/routes.ts'
import { fieldsOf, partsOf, whenGone } from './form-parts.ts'
import { ownerOf } from './identity.ts'
import { senderOf } from './sender.ts'
import { serve } from './serve.ts'
import type { Services } from './server.ts'

export function batchRoutes(app: FastifyInstance, services: Services): void {
  const { db, maxUploadBytes: maxBytes, maxPdfsPerBatch: most } = services

  serve(app, routes.extractBatch, async ({ json, request, reply }) => {
    const parts = json ? listed(json) : partsOf(request, { maxBytes, most })
    const received = await receiveBatch(services, senderOf(request), parts, whenGone(reply))
    reply.header('location', routes.getBatch.path.replace(':id', received.batch_id))
    return batchAnswer({ db, log: request.log }, ownerOf(request), received)
  })

  serve(app, routes.getBatch, ({ params, request }) =>
    batchState({ db, log: request.log }, ownerOf(request), params.id),
  )

  serve(app, routes.cancelBatch, ({ params, request }) =>
    cancelOwnedBatch({ db, log: request.log }, ownerOf(request), params.id),
  )

  serve(app, routes.retryBatch, ({ params, request }) =>
    retryOwnedBatch({ db, log: request.log }, ownerOf(request), params.id),
  )

  serve(app, routes.retryBatchJob, ({ params, request }) => {
    const { id: batch_id, job_id } = params
    return retryBatchJob({ db, log: request.log }, ownerOf(request), { batch_id, job_id })
  })
}

/** In a form, each address is a field of its own. */
function listed({ urls, ...fields }: { urls: string[] }) {
  return fieldsOf({ ...fields, url: urls })
}
