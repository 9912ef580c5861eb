import type { Scratch } from '../blobs/scratch.ts'
import { stageFile } from '../blobs/stage-upload.ts'
import { rereadFromSource } from '../db/jobs/rereads.sql.ts'
import { claimDueSheets, recordCheck } from '../db/review/sheet-refreshes.sql.ts'
import { toProblemFields } from '../domain/errors/problem-fields.ts'
import type { SheetCheck } from '../domain/results/sheet-check.ts'
import { checkDocumentHead } from '../domain/document/document-format.ts'
import { AppError, toAppError } from '../domain/errors/app-error.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'
import type { Job } from '../domain/job/job.ts'
import type { Log } from '../domain/ports/log.ts'
import type { Sandbox } from '../extraction/sandbox/sandbox.ts'
import type { FetchUrl } from '../fetch/fetch.ts'
import { convertImage } from '../intake/open-staged.ts'
import { commitWithRereads, type RereadDeps } from '../queue/reread.ts'
import { loadBatchState } from './owned-batches.ts'

export interface CheckSheetsDeps extends RereadDeps {
  log: Log
  fetchUrl: FetchUrl
  maxUploadBytes: number
  scratch: Scratch
  sandbox: Pick<Sandbox, 'convert'>
}

/** A sheet that Docket fetched from a URL. */
interface KnownSheet {
  id: string
  source_url: string
  sha256: string
}

/** Maximum number of URLs fetched while the user waits. */
const maxSheets = 20

/** Fetches a batch's heat sheets again from their URLs, and queues those that are newer. */
export async function checkNewerSheets(
  deps: CheckSheetsDeps,
  ownerId: string,
  batchId: string,
  signal: AbortSignal,
): Promise<SheetCheck[]> {
  const { jobs } = await loadBatchState(deps, ownerId, batchId)
  const sheets = jobs.flatMap((job) => toKnownSheet(job) ?? [])
  if (sheets.length === 0) throw new AppError('NOT_FOUND', createDetail('no_sheet_url', {}))
  if (sheets.length > maxSheets) {
    throw new AppError('INVALID_REQUEST', createDetail('too_many_jobs', { most: maxSheets }))
  }
  const checks: SheetCheck[] = []
  for (const sheet of sheets) checks.push(await checkSheet(deps, sheet, signal))
  await recordOutcome(deps, ownerId, checks)
  return checks
}

function toKnownSheet({ id, status, source_url, sha256, summary }: Job): KnownSheet | undefined {
  const isSheet = status === 'complete' && summary?.kind === 'heat_sheet'
  return isSheet && source_url !== null && sha256 !== null ? { id, source_url, sha256 } : undefined
}

async function checkSheet(
  deps: CheckSheetsDeps,
  { id, source_url, sha256 }: KnownSheet,
  signal: AbortSignal,
): Promise<SheetCheck> {
  try {
    const current = await deps.fetchUrl(source_url, signal, ({ chunks }) =>
      hashDocument(deps, chunks, signal),
    )
    return { job_id: id, outcome: current === sha256 ? 'unchanged' : 'newer', error: null }
  } catch (thrown) {
    if (signal.aborted) throw thrown
    const error = toProblemFields(toAppError(thrown))
    return { job_id: id, outcome: 'unreachable', error }
  }
}

/** Hashes a document. For an image, hashes the PDF made from it, as uploads do. */
function hashDocument(
  { scratch, sandbox, maxUploadBytes: maxBytes }: CheckSheetsDeps,
  chunks: AsyncIterable<Buffer>,
  signal: AbortSignal,
): Promise<string> {
  return scratch.useFiles(async (newFile) => {
    const bounds = { maxBytes, validateHead: checkDocumentHead, drainUpToBytes: 0, mustSync: false }
    const staged = await stageFile(chunks, { file: newFile(), ...bounds })
    return (await convertImage(sandbox, staged, { newFile, signal })).sha256
  })
}

async function recordOutcome(
  deps: Pick<CheckSheetsDeps, 'db' | 'log' | 'statuses'>,
  ownerId: string,
  checks: readonly SheetCheck[],
): Promise<void> {
  const reached = checks.filter(({ outcome }) => outcome !== 'unreachable')
  const newer = checks.filter(({ outcome }) => outcome === 'newer').map(({ job_id }) => job_id)
  await commitWithRereads(deps, async (tx, reread) => {
    await recordCheck(
      tx,
      reached.map(({ job_id }) => job_id),
    )
    if (newer.length > 0) await reread(() => rereadFromSource(tx, newer, ownerId))
  })
  deps.log.info(
    { owner_id: ownerId, checked: checks.length, newer: newer.length },
    'sheets checked',
  )
}

/** Minutes between two checks of a sheet in a subscribed calendar. */
const checkMinutes = 30
const sheetsPerRound = 5

/** Checks the sheets behind subscribed calendars. Safe to run in every worker. Returns the number of sheets checked. */
export async function checkSubscribedSheets(
  deps: CheckSheetsDeps,
  signal: AbortSignal,
): Promise<number> {
  const due = await claimDueSheets(deps.db, { minutes: checkMinutes, limit: sheetsPerRound })
  for (const { owner_id, ...sheet } of due) {
    const check = await checkSheet(deps, sheet, signal)
    await recordOutcome(deps, owner_id, [check])
  }
  return due.length
}
