import { openAsBlob } from 'node:fs'
import type { Docket, SendOptions, Source } from '../../client/docket.ts'
import { problemError } from '../../client/response-error.ts'
import { type AppError, toAppError } from '../../domain/errors/app-error.ts'
import type { Job } from '../../domain/job/job.ts'
import { routes } from '../../domain/api/routes/routes.ts'
import type { Input } from '../io/inputs.ts'
import { loadInput } from '../io/load-input.ts'
import { requireDocument } from '../io/document-file.ts'

/** A document to upload, and its outcome. */
export interface SubmittedDocument {
  input: Input
  job?: Job
  error?: AppError | undefined
}

/** Uploads documents in the given order, in as few batches as possible, or one by one if batches are disabled. */
export async function uploadDocuments(
  docket: Docket,
  sent: SubmittedDocument[],
  sendOptions: SendOptions & { signal: AbortSignal },
): Promise<void> {
  const { signal } = sendOptions
  const queue = [...sent]
  const batchSize = queue.length === 1 ? 1 : await fetchBatchLimit(docket, signal)
  while (queue.length > 0) {
    const group = queue.splice(0, batchSize)
    try {
      await sendGroup(docket, group, sendOptions)
    } catch (thrown) {
      const error = toAppError(thrown)
      const isUnreachable = error.code === 'UNAVAILABLE'
      if (signal.aborted || (isUnreachable && sent.every(({ job }) => job === undefined)))
        throw thrown
      if (isUnreachable) {
        // The server accepted the earlier batches, so only the remaining documents failed.
        for (const one of [...group, ...queue.splice(0)]) one.error ??= error
      } else for (const one of group) one.error ??= error
    }
  }
}

async function fetchBatchLimit(docket: Docket, signal: AbortSignal): Promise<number> {
  return (await docket.call(routes.listMappings, { signal })).max_pdfs_per_batch
}

async function sendGroup(
  docket: Docket,
  group: SubmittedDocument[],
  sendOptions: SendOptions,
): Promise<void> {
  const sources: Source[] = []
  const submitted: SubmittedDocument[] = []
  for (const one of group.filter(({ error }) => error === undefined)) {
    try {
      sources.push(await open(one.input))
      submitted.push(one)
    } catch (error) {
      one.error = toAppError(error)
    }
  }
  const [first, source] = [submitted[0], sources[0]]
  if (first === undefined || source === undefined) return
  if (sources.length === 1) {
    first.job = await docket.upload(source, sendOptions)
    return
  }
  const { items } = await docket.batch(sources, sendOptions)
  for (const [index, { job, problem }] of items.entries()) {
    const one = submitted[index]
    if (one && job) one.job = job
    if (one && problem) one.error = problemError(problem)
  }
}

/** Opens a document for upload. Returns URLs unchanged, because the server downloads them itself. */
async function open(input: Input): Promise<Source> {
  if (input.kind === 'url') return input.name
  if (input.kind === 'stream') return new File([await loadInput(input)], input.filename)
  await requireDocument(input.name)
  return new File([await openAsBlob(input.name)], input.filename)
}
