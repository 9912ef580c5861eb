import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { awaitResult } from '../../jobs/await-result.ts'
import { openOutput } from '../../results/downloads.ts'
import type { FormPart } from '../../intake/upload-form.ts'
import { type ReceiveDeps, receiveUpload } from '../../intake/receive.ts'
import { routes } from '../../domain/api/routes/routes.ts'
import { jsonToParts, readParts, disconnectSignal } from '../requests/form-parts.ts'
import {
  type DeleteAfterDownloadDeps,
  deleteAfterDownload,
} from '../responses/delete-after-download.ts'
import { ownerId } from '../access/authorise.ts'
import { sendDownload, acceptedEncodings } from '../responses/send-download.ts'
import { toUploadClient, markReplay } from '../access/upload-client.ts'
import { serveRoute } from '../requests/serve-route.ts'
import type { Database } from '../../db/db.ts'
import type { Watch } from '../../live/watch.ts'

export interface SyncExtractRouteDeps extends ReceiveDeps, DeleteAfterDownloadDeps {
  db: Database
  watch: Watch
  idleMs: number
  /** Time for which a request waits for its result, in ms. */
  resultWaitMs: number
}

/** Serves synchronous conversion, where the response is the result. */
export function syncExtractRoutes(app: FastifyInstance, services: SyncExtractRouteDeps): void {
  const { db, watch, maxUploadBytes: maxBytes, resultWaitMs: ms } = services

  async function extract(
    request: FastifyRequest,
    reply: FastifyReply,
    parts: AsyncIterable<FormPart>,
  ): Promise<FastifyReply> {
    // Extends the timeout of the connection, which is idle while the document is read.
    reply.raw.setTimeout(ms + services.idleMs)
    const signal = disconnectSignal(reply)
    const incoming = { sender: toUploadClient(request), parts, signal }
    const received = await receiveUpload(services, incoming, async ({ job_id }) => ({ job_id }))
    const { job_id } = markReplay(reply, received)
    reply.header('location', routes.getJob.path.replace(':id', job_id))
    const wait = { watch, owner: ownerId(request), seconds: ms / 1000, signal }
    const job = await awaitResult({ db, log: request.log }, wait, job_id)
    const hasJson = job.outputs.some(({ format }) => format === 'json')
    const format = hasJson ? 'json' : undefined
    // This download counts as the only one, because the client does not request any other format.
    deleteAfterDownload(services, reply, [job], undefined)
    return sendDownload(reply, await openOutput(services, job, format, acceptedEncodings(request)))
  }

  serveRoute(app, routes.extract, ({ request, reply }) =>
    extract(request, reply, readParts(request, { maxBytes, maxItems: 1 })),
  )

  serveRoute(app, routes.extractUrl, ({ body, request, reply }) =>
    extract(request, reply, jsonToParts(body)),
  )
}
