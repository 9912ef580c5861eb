import { expiresIn, signedLinks } from '../blobs/signed-links.ts'
import { outputFilename } from '../domain/document/filename.ts'
import { AppError } from '../domain/errors/errors.ts'
import type { Job } from '../domain/job/job.ts'
import type { OutputFormat } from '../domain/mapping/mapping.ts'
import { type Delivering, outputOf, pdfName, storedSource } from './deliver.ts'

const onlyOnce =
  'This Docket deletes a result once it has been downloaded, and cannot see who follows a link. Download it here.'

/** A link that downloads one file of this job without signing in. */
export async function linkToFile(
  from: Delivering & { deletesOnDownload: boolean },
  job: Job,
  { file, seconds }: { file: OutputFormat | 'source'; seconds: number },
): Promise<{ url: string; expires_at: string }> {
  const links = signedLinks(from.blobs)
  if (from.deletesOnDownload && file !== 'source') throw new AppError('DISABLED', onlyOnce)
  const { key, filename } = await named(from, job, file)
  return { url: await links.toRead(key, { seconds, filename }), expires_at: expiresIn(seconds) }
}

async function named(from: Delivering, job: Job, file: OutputFormat | 'source') {
  if (file === 'source') {
    const { key } = await storedSource(from, job)
    return { key, filename: pdfName(job) }
  }
  const { key, format } = await outputOf(from, job, file)
  return { key, filename: outputFilename(job.original_filename, format) }
}
