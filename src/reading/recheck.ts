import { readFile } from 'node:fs/promises'
import type { Blobs } from '../blobs/blobs.ts'
import { decompressedCopy } from '../blobs/compression.ts'
import type { Db } from '../db/db.ts'
import { findJob } from '../db/jobs/owned-jobs.sql.ts'
import type { ClaimedJob } from '../db/jobs/transitions.sql.ts'
import { findReading, listChanges } from '../db/review/readings.sql.ts'
import { type DirectoryCache, writeDirectoryFile } from '../directory/owner-directory.ts'
import { toFilingRule } from '../domain/invoice/review-reasons.ts'
import type { Message } from '../domain/messages/message.ts'
import type { AppliedChange } from '../domain/review/change.ts'
import { parseReading } from '../domain/review/parse-reading.ts'
import type { Sandbox } from '../extraction/sandbox/sandbox.ts'
import type { ReadResult } from './steps/read-document.ts'

export interface RecheckDeps {
  db: Db
  blobs: Blobs
  directories: DirectoryCache
  rewrite: Sandbox['rewrite']
}

/** The parts of a result that do not require reading the PDF. */
export type CheckedResult = Pick<
  ReadResult,
  'outputs' | 'review_reasons' | 'summary' | 'directory_version' | 'meet_key'
> & {
  mapping: string | null
  page_count: number | null
  /** True if an approved document needs review again. */
  withdraws_approval?: boolean
}

/**
 * Checks the stored reading, which includes the user's corrections, against the current directory, without reading the
 * PDF again. An approved document stays approved unless there is a reason that the user has not seen. Returns undefined
 * if no reading is stored.
 */
export async function recheck(
  { db, blobs, directories, rewrite }: RecheckDeps,
  job: ClaimedJob,
  folder: string,
): Promise<CheckedResult | undefined> {
  const [stored] = await findReading(db, job.id)
  const found = await findJob(db, { id: job.id, owner_id: job.owner_id })
  if (!stored?.key || !found) return undefined
  const file = await decompressedCopy(blobs, stored.key, folder)
  const own = await writeDirectoryFile(directories, job.owner_id, folder)
  const task = {
    file,
    folder,
    own,
    mapping: found.job.read_by ?? job.mapping,
    params: job.params,
    formats: found.job.outputs.map(({ format }) => format),
    changes: [],
    is_new: true,
  }
  const seen = stored.approved_at === null ? undefined : await listReasons(file)
  const checked = await rewrite({ ...task, is_approved: false })
  const isApproved = seen !== undefined && checked.review_reasons.every((it) => seen.has(toKey(it)))
  const { outputs, review_reasons, summary } = isApproved
    ? await rewrite({ ...task, is_approved: true })
    : checked
  return {
    outputs,
    review_reasons,
    summary,
    directory_version: own?.version ?? 0,
    mapping: null,
    page_count: null,
    withdraws_approval: seen !== undefined && !isApproved,
  }
}

async function listReasons(file: string): Promise<ReadonlySet<string>> {
  const reading = parseReading(await readFile(file, 'utf8'))
  return new Set(
    reading.kind === 'invoice' ? reading.review.reasons.map((it) => toKey(toFilingRule(it))) : [],
  )
}

function toKey({ code, path, params }: Message): string {
  return JSON.stringify([code, path, params])
}

/** Maximum number of corrections reapplied to one document. */
const maxCorrections = 5000

/**
 * Reapplies the user's corrections to a new reading. Returns undefined if a correction cannot be applied and no user
 * requested the new reading. In that case, the previous corrected reading is kept.
 */
export async function reapplyCorrections(
  { db, directories, rewrite }: RecheckDeps,
  job: ClaimedJob,
  result: ReadResult,
  folder: string,
): Promise<ReadResult | undefined> {
  const corrections = await listCorrections(db, job.id)
  const json = result.outputs.find(({ format }) => format === 'json')
  if (corrections.length === 0 || !json || !result.summary) return result
  const own = await writeDirectoryFile(directories, job.owner_id, folder)
  const { outputs, review_reasons, summary, lost } = await rewrite({
    file: json.file,
    folder,
    own,
    mapping: result.mapping,
    params: job.params,
    formats: result.outputs.map(({ format }) => format),
    changes: [],
    corrections,
    is_approved: false,
    is_new: false,
  })
  const isRequested = job.reread_reason === 'person' || job.reread_reason === 'source'
  if (lost > 0 && !isRequested) return undefined
  return { ...result, outputs, review_reasons, summary }
}

async function listCorrections(db: Db, jobId: string): Promise<AppliedChange[]> {
  const changes = await listChanges(db, jobId, { upTo: 2 ** 31 - 1, limit: maxCorrections })
  return changes.filter(({ op }) => op !== 'approve')
}
