import { text } from 'node:stream/consumers'
import type { Blobs } from '../blobs/blobs.ts'
import { openDecompressed } from '../blobs/compression.ts'
import type { Db } from '../db/db.ts'
import { listOutputs } from '../db/jobs/outputs.sql.ts'
import type { JobProgress } from '../domain/api/routes/jobs.ts'
import { AppError } from '../domain/errors/app-error.ts'

export interface InlineDeps {
  db: Db
  blobs: Blobs
  /** If true, outputs are not inlined, because reading a status must not count as the only download. */
  deletesOnDownload: boolean
}

/** Maximum size of inlined outputs in bytes, to keep status responses small. */
const maxInlineBytes = 16 * 1024

/**
 * Adds the content of small outputs to a status. If the database or the storage is unavailable, the status has only
 * links.
 */
export async function inlineOutputs(
  { db, blobs, deletesOnDownload }: InlineDeps,
  jobId: string,
  status: JobProgress,
): Promise<JobProgress> {
  const { result } = status
  const hasSmall = result?.outputs.some(({ bytes }) => bytes <= maxInlineBytes)
  if (!result || !hasSmall || deletesOnDownload) return status
  try {
    const stored = new Map((await listOutputs(db, jobId)).map((one) => [one.format, one]))
    const outputs = result.outputs.map(async (output) => {
      const key = stored.get(output.format)?.key
      if (key === undefined || output.bytes > maxInlineBytes) return output
      return { ...output, content: await text(await openDecompressed(blobs, key)) }
    })
    return { ...status, result: { ...result, outputs: await Promise.all(outputs) } }
  } catch (error) {
    if (error instanceof AppError && error.rule.retry) return status
    throw error
  }
}
