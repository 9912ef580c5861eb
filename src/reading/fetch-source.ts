import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Blobs } from '../blobs/blobs.ts'
import type { FileSource } from '../db/jobs/enqueue.sql.ts'
import type { Db } from '../db/db.ts'
import type { ClaimedJob } from '../db/jobs/transitions.sql.ts'
import { findUploader, saveSource } from '../db/jobs/sources.sql.ts'
import { listUsageSubjects } from '../domain/api/byte-usage.ts'
import { AppError } from '../domain/errors/app-error.ts'
import { cleanFilename } from '../domain/document/filename.ts'
import { computeStageProgress, stageStart } from '../domain/job/job.ts'
import { checkDocumentHead } from '../domain/document/document-format.ts'
import { checkPdfSize } from '../domain/document/pdf-file.ts'
import type { Sandbox } from '../extraction/sandbox/sandbox.ts'
import { openStaged } from '../intake/open-staged.ts'
import type { FetchResponse, FetchUrl } from '../fetch/fetch.ts'
import type { Attempt } from '../queue/attempt.ts'
import { LeaseLost } from '../queue/keep-leases.ts'
import { fetchedKey } from '../blobs/blob-keys.ts'
import { deleteUnlessCommitted } from '../blobs/store-files.ts'
import { stageFile, type StagedFile } from '../blobs/stage-upload.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'
import type { ReadStep, ReadTask } from './steps/read-document.ts'

export interface DownloadDeps {
  db: Db
  blobs: Blobs
  fetchUrl: FetchUrl
  /** Opens the document in a child process. */
  sandbox: Pick<Sandbox, 'probe' | 'convert'>
  maxUploadBytes: number
}

/** A downloaded document in a local file. */
export interface FetchedDocument extends StagedFile {
  original_filename: string
}

/** Downloads a job's document to a local file and validates it like an upload. */
export async function fetchDocument(
  from: DownloadDeps,
  job: { source_url: string },
  folder: string,
  { signal, report }: Attempt,
): Promise<FetchedDocument> {
  report('downloading', stageStart.downloading)
  const { original_filename, ...fetched } = await from.fetchUrl(
    job.source_url,
    signal,
    async (answer) => ({
      ...(await stageResponse(answer, folder, from, report)),
      original_filename: cleanFilename(answer.filename),
    }),
  )
  const newFile = () => path.join(folder, 'converted.pdf')
  return { ...(await openStaged(from.sandbox, fetched, { newFile, signal })), original_filename }
}

/**
 * Downloads a job's document, stores it and records it in the job, so that a later attempt does not have to download it
 * again.
 */
export async function download(
  from: DownloadDeps,
  job: ClaimedJob & { source_url: string },
  folder: string,
  attempt: Attempt,
): Promise<FileSource> {
  const fetched = await fetchDocument(from, job, folder, attempt)
  const { bytes, sha256, original_filename } = fetched
  const upload_key = fetchedKey(job)
  await from.blobs.putFile(upload_key, fetched.file, fetched)
  const source = { bytes, sha256, upload_key }
  const save = async () => {
    const subjects = (await findUploader(from.db, job.id)).flatMap(listUsageSubjects)
    return saveSource(from.db, job, { ...source, original_filename }, subjects)
  }
  const [saved] = await save().catch((error: unknown) =>
    deleteUnlessCommitted(from.blobs, [upload_key], error),
  )
  if (saved) return source
  return deleteUnlessCommitted(
    from.blobs,
    [upload_key],
    new LeaseLost('The job was lost while it was fetched'),
  )
}

function stageResponse(
  { bytes: declared, chunks }: FetchResponse,
  folder: string,
  { blobs, maxUploadBytes: maxBytes }: DownloadDeps,
  report: Attempt['report'],
): Promise<StagedFile> {
  const error = checkPdfSize(declared ?? 0, maxBytes)
  if (error) throw error
  const counted = declared === undefined ? chunks : reportProgress(chunks, declared, report)
  const file = path.join(folder, 'fetched.pdf')
  const bounds = { maxBytes, validateHead: checkDownload, drainUpToBytes: 0 }
  return stageFile(counted, { file, mustSync: blobs.isLocal, ...bounds })
}

async function* reportProgress(
  chunks: AsyncIterable<Buffer>,
  total: number,
  report: Attempt['report'],
): AsyncGenerator<Buffer> {
  let done = 0
  for await (const chunk of chunks) {
    done += chunk.length
    report('downloading', computeStageProgress('downloading', done, total))
    yield chunk
  }
}

/**
 * Returns an error if the downloaded file is not a document. Users often pass the URL of a page that links to the PDF.
 */
function checkDownload(head: Uint8Array): AppError | undefined {
  const error = checkDocumentHead(head)
  if (error?.code !== 'NOT_PDF' || error.detail) return error
  return new AppError('NOT_PDF', createDetail('address_not_pdf', {}))
}

export type StoredSource = Pick<FileSource, 'sha256' | 'upload_key'>

/**
 * Before a gateway gets a document, rejects a source that differs from the upload. The sandbox does this check itself.
 */
export const verifySource: ReadStep = (next) => async (task, run) => {
  await verifyHash(task, run.signal)
  return next(task, run)
}

export async function verifyHash(
  { file, sha256 }: Pick<ReadTask, 'file' | 'sha256'>,
  signal: AbortSignal,
): Promise<void> {
  const hash = createHash('sha256')
  try {
    await pipeline(createReadStream(file), hash, { signal })
  } catch (cause) {
    throw new AppError('IO_ERROR', undefined, { cause })
  }
  if (hash.digest('hex') === sha256) return
  throw new AppError('IO_ERROR', createDetail('stored_file_changed', {}))
}
