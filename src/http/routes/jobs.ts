import type { FastifyInstance } from 'fastify'
import { deleteOwnedJob } from '../../jobs/delete-job.ts'
import { openSource } from '../../results/downloads.ts'
import { openDownload } from '../../results/open-download.ts'
import {
  cancelOwnedJob,
  toAcceptedJob,
  ownedJob,
  ownedJobDetail,
  ownedJobEvents,
  ownedJobs,
  retryOwnedJob,
} from '../../jobs/owned-jobs.ts'
import { type ReceiveDeps, receiveUpload } from '../../intake/receive.ts'
import { waitForChange } from '../../jobs/wait-for-change.ts'
import type { JobDetail } from '../../domain/job/job.ts'
import { isActive } from '../../domain/job/job-state.ts'
import type { JobsPage } from '../../domain/api/routes/jobs.ts'
import { routes } from '../../domain/api/routes/routes.ts'
import { isKnown, tagOf, unlessKnown } from '../responses/conditional.ts'
import { fieldsOf, partsOf, whenGone } from '../requests/form-parts.ts'
import { type DeleteAfterDownloadDeps, forgetOnceSent } from '../responses/delete-after-download.ts'
import { ownerOf } from '../access/identify.ts'
import { partAsked, sendDownload, sendInline, takenBy } from '../responses/send-download.ts'
import { senderOf, tellReplay } from '../access/sender.ts'
import { serve } from '../requests/serve.ts'
import type { AnswerCache } from '../../cache/answer-cache.ts'
import type { Database } from '../../db/db.ts'
import type { Watch } from '../../live/watch.ts'
import type { LoadDeps } from '../../results/load-reading.ts'

export interface JobRouteDeps extends ReceiveDeps, LoadDeps, DeleteAfterDownloadDeps {
  db: Database
  watch: Watch
  fresh: AnswerCache
}

export function jobRoutes(app: FastifyInstance, services: JobRouteDeps): void {
  const { db, watch, fresh, maxUploadBytes: maxBytes } = services

  serve(app, routes.upload, async ({ json, request, reply }) => {
    const parts = json ? fieldsOf(json) : partsOf(request, { maxBytes, most: 1 })
    const arriving = { sender: senderOf(request), parts, signal: whenGone(reply) }
    const answered = await receiveUpload(services, arriving, (taken) =>
      toAcceptedJob(db, request.log, ownerOf(request), taken),
    )
    reply.header('location', routes.getJob.path.replace(':id', answered.answer.job.id))
    return tellReplay(reply, answered)
  })

  serve(app, routes.listJobs, async ({ query, request, reply }) => {
    const owner = ownerOf(request)
    const seconds = request.headers['if-none-match'] === undefined ? 0 : query.wait
    const waiting = { watch, owner, seconds, signal: whenGone(reply) }
    const page = await waitForChange(
      waiting,
      () => fresh.read(owner, questionOf(query), () => ownedJobs(db, owner, query)),
      (answer) => !isKnown(request, tagOfPage(answer)),
    )
    return unlessKnown(request, reply, tagOfPage(page), page)
  })

  serve(app, routes.getJob, async ({ params, query, request, reply }) => {
    const owner = ownerOf(request)
    const waiting = { watch, owner, seconds: query.wait, signal: whenGone(reply) }
    const isAsked = request.headers['if-none-match'] !== undefined
    const job = await waitForChange(
      waiting,
      () => ownedJobDetail(db, request.log, owner, params.id),
      (answer) => (isAsked ? !isKnown(request, tagOfJob(answer)) : !isActive(answer)),
    )
    return unlessKnown(request, reply, tagOfJob(job), job)
  })

  serve(app, routes.jobSource, async ({ params, query, request, reply }) => {
    const job = await ownedJob(db, request.log, ownerOf(request), params.id)
    const source = await openSource(services, job, (whole) => partAsked(request, reply, whole))
    return query.inline ? sendInline(reply, source) : sendDownload(reply, source)
  })

  serve(app, routes.deleteJob, ({ params, request }) =>
    deleteOwnedJob({ db, log: request.log }, ownerOf(request), params.id),
  )

  serve(app, routes.jobEvents, ({ params, query, request }) =>
    ownedJobEvents(db, request.log, ownerOf(request), params.id, query),
  )

  serve(app, routes.retryJob, ({ params, request }) =>
    retryOwnedJob(db, request.log, ownerOf(request), params.id),
  )

  serve(app, routes.cancelJob, ({ params, request }) =>
    cancelOwnedJob(db, request.log, ownerOf(request), params.id),
  )

  serve(app, routes.downloadJob, async ({ params, query, request, reply }) => {
    const job = await ownedJob(db, request.log, ownerOf(request), params.id)
    forgetOnceSent(services, reply, [job])
    return sendDownload(reply, await openDownload(services, job, query.format, takenBy(request)))
  })
}

/** The same for the same page, for however long one waits for it. */
function questionOf(query: object): string {
  return `jobs ${JSON.stringify({ ...query, wait: undefined })}`
}

/** Of all that is told, but for the time that is left, which is another whenever one asks. */
function tagOfJob(job: JobDetail): string {
  return tagOf(JSON.stringify({ ...job, eta_seconds: null }))
}

/** What a list shows of a job changes with `updated_at`. */
function tagOfPage({ jobs, gone, counts, needs_review_count, next_cursor }: JobsPage): string {
  const shown = jobs.map(({ id, updated_at }) => id + updated_at)
  return tagOf(JSON.stringify([counts, needs_review_count, next_cursor, gone]), ...shown)
}
