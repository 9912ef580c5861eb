import type { FastifyReply } from 'fastify'
import { expireDownloaded } from '../../retention/sweep.ts'
import type { StatusWriter } from '../../jobs/job-status.ts'
import type { Database } from '../../db/db.ts'
import type { Job } from '../../domain/job/job.ts'
import { containsPrimary } from '../../domain/results/primary-output.ts'

export interface DeleteAfterDownloadDeps {
  db: Database
  /** Whether a result is deleted after its first complete download. */
  deletesOnDownload: boolean
  statuses: StatusWriter
}

/**
 * Expires results once their primary output has been sent completely, on its own or in an archive. Downloads of other
 * formats, interrupted downloads and HEAD requests do not count. `format` defaults to the primary output.
 */
export function deleteAfterDownload(
  { db, deletesOnDownload, statuses }: DeleteAfterDownloadDeps,
  reply: FastifyReply,
  jobs: readonly Job[],
  format: string | undefined,
): void {
  if (!deletesOnDownload || reply.request.method === 'HEAD') return
  const ids = jobs.filter((job) => containsPrimary(job, format)).map(({ id }) => id)
  if (ids.length === 0) return
  reply.raw.once('finish', () => {
    if (reply.statusCode !== 200) return
    expireDownloaded(db, ids).then(
      () => ids.forEach(statuses.changed),
      (error: unknown) => {
        // Retention deletes the results later.
        reply.log.error({ err: error, job_ids: ids }, 'cannot delete downloaded results')
      },
    )
  })
}
