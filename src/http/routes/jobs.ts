import type { FastifyInstance, FastifyRequest } from 'fastify'
import { deleteOwnedJob } from '../../jobs/delete-job.ts'
import { openSource } from '../../results/downloads.ts'
import { openDownload } from '../../results/open-download.ts'
import {
  cancelOwnedJob,
  toAcceptedJob,
  loadOwnedJob,
  loadOwnedJobDetail,
  listOwnedJobEvents,
  retryOwnedJob,
} from '../../jobs/owned-jobs.ts'
import { loadJobFacets, listOwnedJobs } from '../../jobs/list-jobs.ts'
import { type ReceiveDeps, receiveUpload } from '../../intake/receive.ts'
import { waitForChange } from '../../jobs/wait-for-change.ts'
import type { JobDetail } from '../../domain/job/job.ts'
import { isActive } from '../../domain/job/job-state.ts'
import type { JobsPage } from '../../domain/api/routes/jobs.ts'
import { routes } from '../../domain/api/routes/routes.ts'
import { matchesEtag, weakEtag, sendUnlessModified } from '../responses/conditional.ts'
import { jsonToParts, readParts, disconnectSignal } from '../requests/form-parts.ts'
import {
  type DeleteAfterDownloadDeps,
  deleteAfterDownload,
} from '../responses/delete-after-download.ts'
import { ownerId } from '../access/authorise.ts'
import {
  requestedRange,
  sendDownload,
  sendInline,
  acceptedEncodings,
} from '../responses/send-download.ts'
import { toUploadClient, markReplay } from '../access/upload-client.ts'
import { serveRoute } from '../requests/serve-route.ts'
import type { ResponseCache } from '../../cache/response-cache.ts'
import type { Database } from '../../db/db.ts'
import type { Watch } from '../../live/watch.ts'
import type { LoadDeps } from '../../results/load-reading.ts'
import type { MeetDeps } from '../../results/meet/load-meet.ts'

export interface JobRouteDeps extends ReceiveDeps, LoadDeps, MeetDeps, DeleteAfterDownloadDeps {
  db: Database
  watch: Watch
  responseCache: ResponseCache
}

export function jobRoutes(app: FastifyInstance, services: JobRouteDeps): void {
  const { db, watch, maxUploadBytes: maxBytes } = services

  serveRoute(app, routes.upload, async ({ json, request, reply }) => {
    const parts = json ? jsonToParts(json) : readParts(request, { maxBytes, maxItems: 1 })
    const incoming = { sender: toUploadClient(request), parts, signal: disconnectSignal(reply) }
    const replayable = await receiveUpload(services, incoming, (job) =>
      toAcceptedJob(db, request.log, ownerId(request), job),
    )
    reply.header('location', routes.getJob.path.replace(':id', replayable.response.job.id))
    return markReplay(reply, replayable)
  })

  listRoutes(app, services)

  serveRoute(app, routes.getJob, async ({ params, query, request, reply }) => {
    const owner = ownerId(request)
    const wait = { watch, owner, seconds: query.wait, signal: disconnectSignal(reply) }
    const isAsked = request.headers['if-none-match'] !== undefined
    const job = await waitForChange(
      wait,
      () => loadOwnedJobDetail(db, request.log, owner, params.id),
      (response) =>
        isAsked ? !matchesEtag(request, jobEtag(request, response)) : !isActive(response),
    )
    return sendUnlessModified(request, reply, jobEtag(request, job), job)
  })

  serveRoute(app, routes.jobSource, async ({ params, query, request, reply }) => {
    const job = await loadOwnedJob(db, request.log, ownerId(request), params.id)
    const source = await openSource(services, job, (size) => requestedRange(request, reply, size))
    return query.inline ? sendInline(reply, source) : sendDownload(reply, source)
  })

  serveRoute(app, routes.deleteJob, ({ params, request }) =>
    deleteOwnedJob(
      { db, log: request.log, statuses: services.statuses },
      ownerId(request),
      params.id,
    ),
  )

  serveRoute(app, routes.jobEvents, ({ params, query, request }) =>
    listOwnedJobEvents(db, request.log, ownerId(request), params.id, query),
  )

  serveRoute(app, routes.retryJob, ({ params, request }) =>
    retryOwnedJob(db, request.log, ownerId(request), params.id),
  )

  serveRoute(app, routes.cancelJob, ({ params, request }) =>
    cancelOwnedJob(db, request.log, ownerId(request), params.id),
  )

  serveRoute(app, routes.downloadJob, async ({ params, query, request, reply }) => {
    const owner_id = ownerId(request)
    const job = await loadOwnedJob(db, request.log, owner_id, params.id)
    deleteAfterDownload(services, reply, [job], query.format)
    const accept = acceptedEncodings(request)
    return sendDownload(
      reply,
      await openDownload(services, { owner_id, job }, query.format, accept),
    )
  })
}

function listRoutes(app: FastifyInstance, { db, watch, responseCache }: JobRouteDeps): void {
  serveRoute(app, routes.invoiceFacets, ({ query, request }) =>
    loadJobFacets(db, ownerId(request), query),
  )

  serveRoute(app, routes.listJobs, async ({ query, request, reply }) => {
    const owner = ownerId(request)
    const seconds = request.headers['if-none-match'] === undefined ? 0 : query.wait
    const wait = { watch, owner, seconds, signal: disconnectSignal(reply) }
    // All new sessions share one empty list, so that requests without a cookie rarely reach the database. A request
    // that waits for changes uses its own list, because its session may be stored in the meantime.
    const reader = request.isNewSession && seconds === 0 ? newSessions : owner
    const page = await waitForChange(
      wait,
      () => responseCache.read(reader, cacheKey(query), () => listOwnedJobs(db, reader, query)),
      (response) => !matchesEtag(request, pageEtag(request, response)),
    )
    return sendUnlessModified(request, reply, pageEtag(request, page), page)
  })
}

/** Owner under which the response for all new sessions is cached, because they own no jobs. */
const newSessions = 'session:new'

/** Returns a cache key without `wait`, so that all pollers share a response. */
function cacheKey(query: object): string {
  return `jobs ${JSON.stringify({ ...query, wait: undefined })}`
}

/** Returns an ETag that ignores the remaining time, because the time changes with every request. */
function jobEtag(request: FastifyRequest, job: JobDetail): string {
  return weakEtag(request, JSON.stringify({ ...job, eta_seconds: null }))
}

/** Returns an ETag based on `updated_at`, which changes whenever a listed property of a job changes. */
function pageEtag(request: FastifyRequest, page: JobsPage): string {
  const { jobs, gone, counts, needs_review_count, next_cursor } = page
  const versions = jobs.map(({ id, updated_at }) => id + updated_at)
  const facts = JSON.stringify([counts, needs_review_count, next_cursor, gone])
  return weakEtag(request, facts, ...versions)
}
