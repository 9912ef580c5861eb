import type { FastifyInstance } from 'fastify'
import { ownedJob } from '../../jobs/owned-jobs.ts'
import type { Job } from '../../domain/job/job.ts'
import type { JobProgress } from '../../domain/api/routes/jobs.ts'
import { routes } from '../../domain/api/routes/routes.ts'
import { ownerOf } from '../access/identify.ts'
import { serve } from '../requests/serve.ts'
import type { Database } from '../../db/db.ts'
import type { AnswerCache } from '../../cache/answer-cache.ts'
import type { StaleCache } from '../../cache/stale-cache.ts'

/** For how long a status may be told from memory, while the database is away. */
const rememberedSeconds = 24 * 60 * 60

export interface StatusRouteDeps {
  db: Database
  fresh: AnswerCache
  lastKnown: StaleCache
}

export function statusRoutes(app: FastifyInstance, services: StatusRouteDeps): void {
  const { db, fresh, lastKnown } = services

  serve(app, routes.jobStatus, ({ params: { id }, request }) => {
    const owner = ownerOf(request)
    const load = async () => progressOf(await ownedJob(db, request.log, owner, id))
    return fresh.read(owner, `status ${id}`, () =>
      lastKnown.read(`statuses:${owner} ${id}`, rememberedSeconds, load),
    )
  })
}

function progressOf(job: Job): JobProgress {
  const { status, progress, processing_time, needs_review, error_code, error_message } = job
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
      error: { code: error_code ?? 'UNKNOWN', message: error_message ?? '' },
    }),
  }
}
