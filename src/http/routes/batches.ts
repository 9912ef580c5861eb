import type { FastifyInstance } from 'fastify'
import {
  toBatchAnswer,
  batchState,
  cancelOwnedBatch,
  retryBatchJob,
  retryOwnedBatch,
} from '../../jobs/owned-batches.ts'
import { batchResults, exportOwnedBatch, exportOwnedJobs } from '../../results/owned-exports.ts'
import { type ReceiveDeps, receiveBatch } from '../../intake/receive.ts'
import { routes } from '../../domain/api/routes/routes.ts'
import { fieldsOf, partsOf, whenGone } from '../requests/form-parts.ts'
import { type DeleteAfterDownloadDeps, forgetOnceSent } from '../responses/delete-after-download.ts'
import { ownerOf } from '../access/identify.ts'
import { senderOf, tellReplay } from '../access/sender.ts'
import { sendExport } from '../responses/send-download.ts'
import { serve } from '../requests/serve.ts'
import type { Database } from '../../db/db.ts'
import type { ExportDeps } from '../../results/export.ts'

export interface BatchRouteDeps extends ReceiveDeps, ExportDeps, DeleteAfterDownloadDeps {
  db: Database
}

export function batchRoutes(app: FastifyInstance, services: BatchRouteDeps): void {
  const { db, maxUploadBytes: maxBytes, maxPdfsPerBatch: most } = services

  serve(app, routes.extractBatch, async ({ json, request, reply }) => {
    const parts = json ? listed(json) : partsOf(request, { maxBytes, most })
    const arriving = { sender: senderOf(request), parts, signal: whenGone(reply) }
    const answered = await receiveBatch(services, arriving, (received) =>
      toBatchAnswer({ db, log: request.log }, ownerOf(request), received),
    )
    reply.header('location', routes.getBatch.path.replace(':id', answered.answer.batch.id))
    return tellReplay(reply, answered)
  })

  serve(app, routes.getBatch, ({ params, request }) =>
    batchState({ db, log: request.log }, ownerOf(request), params.id),
  )

  serve(app, routes.batchResults, ({ params, request }) =>
    batchResults({ ...services, log: request.log }, ownerOf(request), params.id),
  )

  serve(app, routes.downloadBatch, async ({ params, query, request, reply }) => {
    const from = { ...services, log: request.log }
    const order = { ...query, signal: whenGone(reply) }
    const made = await exportOwnedBatch(from, ownerOf(request), params.id, order)
    forgetOnceSent(services, reply, made.jobs)
    return sendExport(reply, made)
  })

  serve(app, routes.exportJobs, async ({ body, request, reply }) => {
    const { ids, filter = {}, ...wanted } = body
    const order = { ...wanted, signal: whenGone(reply) }
    const choice = ids ? { ids } : { filter }
    const from = { ...services, log: request.log }
    const made = await exportOwnedJobs(from, ownerOf(request), choice, order)
    forgetOnceSent(services, reply, made.jobs)
    return sendExport(reply, made)
  })

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
