import { expiryAfter, requireSignedLinks } from '../blobs/signed-links.ts'
import { toOutputFilename } from '../domain/document/filename.ts'
import { AppError } from '../domain/errors/app-error.ts'
import type { Job } from '../domain/job/job.ts'
import type { OutputFormat } from '../domain/mapping/output-formats.ts'
import { type DeliverDeps, requireOutput, toPdfFilename, requireSource } from './downloads.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'

/** Creates a presigned URL for one of the job's files. The URL works without signing in. */
export async function createDownloadLink(
  deps: DeliverDeps & { deletesOnDownload: boolean },
  job: Job,
  { file, seconds }: { file: OutputFormat | 'source'; seconds: number },
): Promise<{ url: string; expires_at: string }> {
  const links = requireSignedLinks(deps.blobs)
  if (deps.deletesOnDownload && file !== 'source')
    throw new AppError('DISABLED', createDetail('links_once_only', {}))
  const { key, filename } = await locateFile(deps, job, file)
  return { url: await links.toRead(key, { seconds, filename }), expires_at: expiryAfter(seconds) }
}

async function locateFile(deps: DeliverDeps, job: Job, file: OutputFormat | 'source') {
  if (file === 'source') {
    const { key } = await requireSource(deps, job)
    return { key, filename: toPdfFilename(job) }
  }
  const { key, format } = await requireOutput(deps, job, file)
  return { key, filename: toOutputFilename(job.original_filename, format) }
}
