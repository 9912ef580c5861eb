import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  toBatchResponse,
  loadBatchState,
  cancelOwnedBatch,
  retryBatchJob,
  retryOwnedBatch,
} from '../../jobs/owned-batches.ts'
import { cancelOwnedUpload, loadOwnedUpload } from '../../jobs/owned-uploads.ts'
import {
  listBatchSwimmers,
  loadBatchMeet,
  loadBatchResults,
  checkOwnedExport,
  exportOwnedBatch,
  exportOwnedJobs,
  listOwnedExports,
  undoExport,
} from '../../results/owned-exports.ts'
import { type ReceiveDeps, receiveBatch } from '../../intake/receive.ts'
import { routes } from '../../domain/api/routes/routes.ts'
import { jsonToParts, readParts, disconnectSignal } from '../requests/form-parts.ts'
import {
  type DeleteAfterDownloadDeps,
  deleteAfterDownload,
} from '../responses/delete-after-download.ts'
import { getDisplayName } from '../../domain/api/identity.ts'
import { ownerId, requireIdentity } from '../access/authorise.ts'
import { toUploadClient, markReplay } from '../access/upload-client.ts'
import { sendExport } from '../responses/send-download.ts'
import { serveRoute } from '../requests/serve-route.ts'
import type { Database } from '../../db/db.ts'
import type { ExportDeps } from '../../results/export.ts'
import type { MeetDeps } from '../../results/meet/load-meet.ts'

export interface BatchRouteDeps extends ReceiveDeps, ExportDeps, MeetDeps, DeleteAfterDownloadDeps {
  db: Database
}

export function batchRoutes(app: FastifyInstance, services: BatchRouteDeps): void {
  const { db, maxUploadBytes: maxBytes, maxPdfsPerBatch: maxItems } = services
  addExportRoutes(app, services)

  serveRoute(app, routes.extractBatch, async ({ json, query, request, reply }) => {
    const parts = json ? urlParts(json) : readParts(request, { maxBytes, maxItems })
    const sender = { ...toUploadClient(request), ...query }
    const incoming = { sender, parts, signal: disconnectSignal(reply) }
    const replayable = await receiveBatch(services, incoming, (received) =>
      toBatchResponse({ db, log: request.log }, ownerId(request), received),
    )
    reply.header('location', routes.getBatch.path.replace(':id', replayable.response.batch.id))
    return markReplay(reply, replayable)
  })

  serveRoute(app, routes.getBatch, ({ params, request }) =>
    loadBatchState({ db, log: request.log }, ownerId(request), params.id),
  )

  serveRoute(app, routes.batchResults, ({ params, request }) =>
    loadBatchResults({ ...services, log: request.log }, ownerId(request), params.id),
  )

  serveRoute(app, routes.batchMeet, ({ params, query, request }) =>
    loadBatchMeet({ ...services, log: request.log }, ownerId(request), params.id, query),
  )

  serveRoute(app, routes.batchSwimmers, async ({ params, request }) => ({
    swimmers: await listBatchSwimmers(
      { ...services, log: request.log },
      ownerId(request),
      params.id,
    ),
  }))

  serveRoute(app, routes.downloadBatch, async ({ params, query, request, reply }) => {
    const from = { ...services, log: request.log }
    const order = { ...query, exported_by: findExporter(request), signal: disconnectSignal(reply) }
    const exported = await exportOwnedBatch(from, ownerId(request), params.id, order)
    deleteAfterDownload(services, reply, exported.jobs, query.format)
    return sendExport(reply, exported)
  })

  serveRoute(app, routes.cancelBatch, ({ params, request }) =>
    cancelOwnedBatch({ db, log: request.log }, ownerId(request), params.id),
  )

  serveRoute(app, routes.getUpload, ({ params, request }) =>
    loadOwnedUpload(db, ownerId(request), params.id),
  )

  serveRoute(app, routes.cancelUpload, ({ params, request }) =>
    cancelOwnedUpload({ ...services, log: request.log }, ownerId(request), params.id),
  )

  serveRoute(app, routes.retryBatch, ({ params, request }) =>
    retryOwnedBatch({ db, log: request.log }, ownerId(request), params.id),
  )

  serveRoute(app, routes.retryBatchJob, ({ params, request }) => {
    const { id: batch_id, job_id } = params
    return retryBatchJob({ db, log: request.log }, ownerId(request), { batch_id, job_id })
  })
}

/** Returns the name to record with an export; null if the caller has read-only access. */
function findExporter(request: FastifyRequest): string | null {
  const identity = requireIdentity(request)
  return identity.scopes.includes('write') ? getDisplayName(identity) : null
}

function addExportRoutes(app: FastifyInstance, services: BatchRouteDeps): void {
  serveRoute(app, routes.exportJobs, async ({ body, request, reply }) => {
    const { ids, filter = {}, ...wanted } = body
    const order = { ...wanted, exported_by: findExporter(request), signal: disconnectSignal(reply) }
    const choice = ids ? { ids } : { filter }
    const from = { ...services, log: request.log }
    const exported = await exportOwnedJobs(from, ownerId(request), choice, order)
    deleteAfterDownload(services, reply, exported.jobs, body.format)
    return sendExport(reply, exported)
  })

  serveRoute(app, routes.checkExport, ({ body, request, reply }) => {
    const { ids, filter = {}, ...wanted } = body
    const order = { ...wanted, signal: disconnectSignal(reply) }
    const from = { ...services, log: request.log }
    return checkOwnedExport(from, ownerId(request), ids ? { ids } : { filter }, order)
  })

  serveRoute(app, routes.listExports, ({ query, request }) =>
    listOwnedExports(services, ownerId(request), query),
  )

  serveRoute(app, routes.undoExport, ({ params, request }) =>
    undoExport(services, ownerId(request), params.id),
  )
}

/** Converts the body to form parts, with one `url` field per URL. */
function urlParts({ urls, ...fields }: { urls: string[] }) {
  return jsonToParts({ ...fields, url: urls })
}
