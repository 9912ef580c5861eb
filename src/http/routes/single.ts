import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { awaitResult } from '../../jobs/await-result.ts'
import { openOutput } from '../../results/downloads.ts'
import type { FormPart } from '../../intake/upload-form.ts'
import { type ReceiveDeps, receiveUpload } from '../../intake/receive.ts'
import { routes } from '../../domain/api/routes/routes.ts'
import { fieldsOf, partsOf, whenGone } from '../requests/form-parts.ts'
import { type DeleteAfterDownloadDeps, forgetOnceSent } from '../responses/delete-after-download.ts'
import { ownerOf } from '../access/identify.ts'
import { sendDownload, takenBy } from '../responses/send-download.ts'
import { senderOf, tellReplay } from '../access/sender.ts'
import { serve } from '../requests/serve.ts'
import type { Database } from '../../db/db.ts'
import type { Watch } from '../../live/watch.ts'

export interface SingleRouteDeps extends ReceiveDeps, DeleteAfterDownloadDeps {
  db: Database
  watch: Watch
  idleMs: number
  /** How long a request waits for its result. */
  resultWaitMs: number
}

/** One document, whose result is the answer. */
export function singleRoutes(app: FastifyInstance, services: SingleRouteDeps): void {
  const { db, watch, maxUploadBytes: maxBytes, resultWaitMs: ms } = services

  async function extract(
    request: FastifyRequest,
    reply: FastifyReply,
    parts: AsyncIterable<FormPart>,
  ): Promise<FastifyReply> {
    // Nothing moves on the connection while the document is read.
    reply.raw.setTimeout(ms + services.idleMs)
    const signal = whenGone(reply)
    const arriving = { sender: senderOf(request), parts, signal }
    const received = await receiveUpload(services, arriving, async ({ job_id }) => ({ job_id }))
    const { job_id } = tellReplay(reply, received)
    reply.header('location', routes.getJob.path.replace(':id', job_id))
    const waiting = { watch, owner: ownerOf(request), seconds: ms / 1000, signal }
    const job = await awaitResult({ db, log: request.log }, waiting, job_id)
    const hasJson = job.outputs.some(({ format }) => format === 'json')
    const format = hasJson ? 'json' : undefined
    forgetOnceSent(services, reply, [job])
    return sendDownload(reply, await openOutput(services, job, format, takenBy(request)))
  }

  serve(app, routes.extract, ({ request, reply }) =>
    extract(request, reply, partsOf(request, { maxBytes, most: 1 })),
  )

  serve(app, routes.extractUrl, ({ body, request, reply }) =>
    extract(request, reply, fieldsOf(body)),
  )
}
