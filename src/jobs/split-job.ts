import path from 'node:path'
import { uuidv7 } from 'uuidv7'
import { sourceKey } from '../blobs/blob-keys.ts'
import type { Blobs } from '../blobs/blobs.ts'
import type { Scratch } from '../blobs/scratch.ts'
import { deleteUnlessCommitted, storeFiles } from '../blobs/store-files.ts'
import type { Database } from '../db/db.ts'
import { enqueueBatches, type FileJob } from '../db/jobs/enqueue.sql.ts'
import {
  findSplitSource,
  listSplitPages,
  markSplit,
  type SplitSource,
} from '../db/jobs/split.sql.ts'
import { recordEvent } from '../db/review/readings.sql.ts'
import type { BatchState } from '../domain/job/batch.ts'
import { toPartFilename } from '../domain/document/filename.ts'
import type { PageRange } from '../domain/values/page-range.ts'
import { AppError } from '../domain/errors/app-error.ts'
import { isActive } from '../domain/job/job-state.ts'
import type { Log } from '../domain/ports/log.ts'
import type { Sandbox } from '../extraction/sandbox/sandbox.ts'
import type { ByteQuotas } from '../intake/byte-quotas.ts'
import { logQueued } from '../intake/queue-batch.ts'
import { loadBatchState } from './owned-batches.ts'
import { loadOwnedJob } from './owned-jobs.ts'

export interface SplitDeps {
  db: Database
  log: Log
  blobs: Blobs
  scratch: Scratch
  sandbox: Pick<Sandbox, 'split'>
  byteQuotas: ByteQuotas
  maxRunningPerBatch: number
  /** Version of the reader and its mappings. */
  reader: string
}

/** The user who splits the document, and the request. */
export interface SplitClient {
  owner_id: string
  /** The user's name for the history. */
  split_by: string
  client_ip: string | null
  user_agent: string | null
  request_id: string
}

/**
 * Splits a document into one job per page range, in a new batch, and marks the document as split. The files are stored
 * first; one transaction then does the rest. Splitting the document again at the same pages returns the same batch.
 */
export async function splitOwnedJob(
  deps: SplitDeps,
  client: SplitClient,
  id: string,
  ranges: PageRange[],
): Promise<BatchState> {
  const { db, log } = deps
  await loadOwnedJob(db, log, client.owner_id, id)
  const earlier = await findEarlierSplit(deps, client.owner_id, id, ranges)
  if (earlier) return earlier
  const source = await requireSource(deps, client.owner_id, id)
  // Checks the quotas before any part is written.
  await deps.byteQuotas.check(client)
  const batch_id = uuidv7()
  const parts = ranges.map((pages) => toPart(source, pages, { id, owner_id: client.owner_id }))
  try {
    await deps.scratch.use((folder) =>
      storeParts(deps, client, { batch_id, source, parts, folder }),
    )
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'ALREADY_SPLIT')) throw error
    // Another request has split the document in the meantime.
    const concurrent = await findEarlierSplit(deps, client.owner_id, id, ranges)
    if (concurrent) return concurrent
    throw error
  }
  log.info({ job_id: id, batch_id, event: 'split', parts: parts.length }, 'document split')
  return loadBatchState(deps, client.owner_id, batch_id)
}

/** Returns the batch of an earlier split at the same pages. Throws if it was split at other pages. */
async function findEarlierSplit(
  deps: SplitDeps,
  ownerId: string,
  id: string,
  ranges: PageRange[],
): Promise<BatchState | undefined> {
  const [found] = await findSplitSource(deps.db, id, ownerId)
  if (!found || found.split_into === null) return undefined
  const pages = await listSplitPages(deps.db, found.split_into)
  if (JSON.stringify(pages.map(({ split_pages }) => split_pages)) !== JSON.stringify(ranges))
    throw new AppError('ALREADY_SPLIT')
  return loadBatchState(deps, ownerId, found.split_into)
}

type StoredSource = SplitSource & { upload_key: string }

async function requireSource(
  { db }: SplitDeps,
  ownerId: string,
  id: string,
): Promise<StoredSource> {
  const [source] = await findSplitSource(db, id, ownerId)
  if (source && isActive(source)) throw new AppError('NOT_READY')
  if (!source || source.upload_key === null) throw new AppError('SOURCE_GONE')
  return { ...source, upload_key: source.upload_key }
}

type Part = Pick<FileJob, 'id' | 'original_filename' | 'upload_key' | 'priority' | 'dependency'> & {
  split_from: string
  split_pages: PageRange
}

function toPart(
  { original_filename, priority }: StoredSource,
  split_pages: PageRange,
  original: { id: string; owner_id: string },
): Part {
  const id = uuidv7()
  return {
    id,
    original_filename: toPartFilename(original_filename, split_pages),
    upload_key: sourceKey(id, original.owner_id),
    priority,
    dependency: 'none',
    split_from: original.id,
    split_pages,
  }
}

interface PartsToStore {
  batch_id: string
  source: StoredSource
  parts: Part[]
  folder: string
}

async function storeParts(
  deps: SplitDeps,
  client: SplitClient,
  { batch_id, source, parts, folder }: PartsToStore,
): Promise<void> {
  const { blobs, sandbox, byteQuotas } = deps
  const targets = parts.map((part) => path.join(folder, `${part.id}.pdf`))
  const file = await blobs.localCopy(source.upload_key, folder)
  const written = await sandbox.split(
    {
      file,
      parts: parts.map(({ split_pages: pages }, n) => ({ pages, target: targets[n] ?? '' })),
    },
    {},
  )
  await byteQuotas.take(
    client,
    written.reduce((sum, { bytes }) => sum + bytes, 0),
  )
  const keys = parts.map(({ upload_key }) => upload_key)
  await storeFiles(
    blobs,
    keys.map((key, n) => ({ key, file: targets[n] ?? '' })),
  )
  const jobs = parts.flatMap((part, n) => (written[n] ? [{ ...part, ...written[n] }] : []))
  await commitParts(deps, client, { batch_id, source, jobs }).catch((error: unknown) =>
    deleteUnlessCommitted(blobs, keys, error),
  )
}

async function commitParts(
  { db, log, maxRunningPerBatch, reader }: SplitDeps,
  { owner_id, client_ip, user_agent, request_id, split_by }: SplitClient,
  { batch_id, source, jobs }: { batch_id: string; source: StoredSource; jobs: (FileJob & Part)[] },
): Promise<void> {
  const { mapping, params, client_reference, callback_url, callback_id } = source
  const callback = callback_url !== null &&
    callback_id !== null && { callback_url, callback_id, callback_scope: 'batch' as const }
  const batch = {
    id: batch_id,
    owner_id,
    client_ip,
    user_agent,
    request_id,
    mapping,
    params,
    client_reference: client_reference ?? undefined,
    ...callback,
    max_running: maxRunningPerBatch,
    is_single: false,
    reader,
    jobs,
  }
  const original = jobs[0]?.split_from ?? ''
  const queued = await db.transaction(async (tx) => {
    const enqueued = await enqueueBatches(tx, [batch])
    const [marked] = await markSplit(tx, original, batch_id)
    if (!marked) throw new AppError('ALREADY_SPLIT')
    await recordEvent(tx, original, { type: 'split', actor: split_by })
    return enqueued
  })
  logQueued(log, batch_id, queued)
}
