import type { FastifyReply } from 'fastify'
import { expireDownloaded } from '../../retention/sweep.ts'
import type { Database } from '../../db/db.ts'

export interface DeleteAfterDownloadDeps {
  db: Database
  /** Whether a result is deleted after its first complete download. */
  deletesOnDownload: boolean
}

/** Expires results once the whole file has been sent. Interrupted downloads and HEAD requests do not count. */
export function deleteAfterDownload(
  { db, deletesOnDownload }: DeleteAfterDownloadDeps,
  reply: FastifyReply,
  jobs: readonly { id: string }[],
): void {
  if (!deletesOnDownload || reply.request.method === 'HEAD') return
  const ids = jobs.map(({ id }) => id)
  reply.raw.once('finish', () => {
    if (reply.statusCode !== 200) return
    expireDownloaded(db, ids).catch((error: unknown) => {
      // The results are deleted later by retention.
      reply.log.error({ err: error, job_ids: ids }, 'cannot delete downloaded results')
    })
  })
}
