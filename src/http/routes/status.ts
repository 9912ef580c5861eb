import type { FastifyInstance } from 'fastify'
import { ownedJob } from '../../jobs/owned-jobs.ts'
import type { Job } from '../../domain/job/job.ts'
import type { JobProgress } from '../../domain/api/routes/jobs.ts'
import { routes } from '../../domain/api/routes/routes.ts'
import { ownerId } from '../access/identify.ts'
import { serveRoute } from '../requests/serve-route.ts'
import type { Database } from '../../db/db.ts'
import type { ResponseCache } from '../../cache/response-cache.ts'
import type { StaleCache } from '../../cache/stale-cache.ts'

/** How long a stale status may be served during a database outage. */
const staleStatusSeconds = 24 * 60 * 60

export interface StatusRouteDeps {
  db: Database
  responseCache: ResponseCache
  staleCache: StaleCache
}

export function statusRoutes(app: FastifyInstance, services: StatusRouteDeps): void {
  const { db, responseCache, staleCache } = services

  serveRoute(app, routes.jobStatus, ({ params: { id }, request }) => {
    const owner = ownerId(request)
    const load = async () => toProgress(await ownedJob(db, request.log, owner, id))
    return responseCache.read(owner, `status ${id}`, () =>
      staleCache.read(`statuses:${owner} ${id}`, staleStatusSeconds, load),
    )
  })
}

function toProgress(job: Job): JobProgress {
  const { status, progress, processing_time, needs_review } = job
  const { error_code, error_detail, error_message } = job
  const address = routes.downloadJob.path.replace(':id', job.id)
  const outputs = job.outputs.map((output) => ({
    ...output,
    url: `${address}?format=${output.format}`,
  }))
  return {
    status,
    progress,
    processing_time,
    ...(status === 'complete' && { result: { needs_review, outputs } }),
    ...(status === 'failed' && {
      error: { code: error_code ?? 'UNKNOWN', detail: error_detail, message: error_message ?? '' },
    }),
  }
}
