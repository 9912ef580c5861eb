import type { FastifyReply } from 'fastify'
import { expireDownloaded } from '../../retention/sweep.ts'
import type { Database } from '../../db/db.ts'

export interface DeleteAfterDownloadDeps {
  db: Database
  /** Whether a result is deleted after its first complete download. */
  deletesOnDownload: boolean
}

/**
 * Where results are to be deleted with their first download: once the whole file has gone out. What was cut off
 * on the way, or was only asked about, has not been downloaded.
 */
export function forgetOnceSent(
  { db, deletesOnDownload }: DeleteAfterDownloadDeps,
  reply: FastifyReply,
  jobs: readonly { id: string }[],
): void {
  if (!deletesOnDownload || reply.request.method === 'HEAD') return
  const ids = jobs.map(({ id }) => id)
  reply.raw.once('finish', () => {
    if (reply.statusCode !== 200) return
    expireDownloaded(db, ids).catch((error: unknown) => {
      // They still go when their time is over.
      reply.log.error({ err: error, job_ids: ids }, 'cannot delete downloaded results')
    })
  })
}
