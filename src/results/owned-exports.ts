import { deleteExport, listExports } from '../db/jobs/exports.sql.ts'
import { AppError } from '../domain/errors/app-error.ts'
import type { Job } from '../domain/job/job.ts'
import type { ExportsPage } from '../domain/api/routes/exports.ts'
import type { Preflight } from '../domain/coretax/preflight-result.ts'
import type { Log } from '../domain/ports/log.ts'
import type { MeetResults } from '../domain/heat-sheet/meet-results.ts'
import type { ProgramSwimmer } from '../domain/heat-sheet/program-swimmers.ts'
import type { MeetOptions } from '../domain/results/meet-options.ts'
import type { BatchResults, ReadJob } from '../domain/results/batch-results.ts'
import { mergeReadings } from '../domain/results/batch-results.ts'
import { type ExportDeps, exportJobs } from './export.ts'
import type { Export, ExportOptions } from './export-options.ts'
import { checkCoretax } from './coretax-export.ts'
import { exportMeet, type MeetExportOptions, renderMeetFiles } from './export-meet.ts'
import { hasSwimmers, loadMeet, type MeetDeps } from './meet/load-meet.ts'
import { listSwimmers } from '../extraction/meet/list-swimmers.ts'
import { loadPrograms } from './meet/load-program.ts'
import { type LoadDeps, loadReading } from './load-reading.ts'
import { loadBatchState } from '../jobs/owned-batches.ts'
import { type JobSelection, selectOwnedJobs, type SelectedJobs } from '../jobs/select-jobs.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'

export interface OwnedExportDeps extends ExportDeps, MeetDeps {
  log: Log
}

type OrderOptions = Omit<ExportOptions, 'name' | 'owner_id'>

export async function exportOwnedJobs(
  deps: OwnedExportDeps,
  ownerId: string,
  selection: JobSelection,
  options: OrderOptions,
): Promise<Export> {
  const { jobs, missing } = await selectJobs(deps, ownerId, selection)
  if (!options.skip_incomplete) requireAll(missing)
  const name = createExportName(new Date().toISOString())
  return { ...(await exportJobs(deps, jobs, { ...options, owner_id: ownerId, name })), missing }
}

/** Checks what a Coretax export would contain, without writing it. */
export async function checkOwnedExport(
  deps: OwnedExportDeps,
  ownerId: string,
  selection: JobSelection,
  options: Pick<ExportOptions, 'period' | 'confirmed' | 'signal'>,
): Promise<Preflight> {
  const { jobs, missing } = await selectJobs(deps, ownerId, selection)
  requireAll(missing)
  return checkCoretax(deps, jobs, { ...options, owner_id: ownerId, allow_duplicates: false })
}

async function selectJobs(
  deps: OwnedExportDeps,
  ownerId: string,
  selection: JobSelection,
): Promise<SelectedJobs> {
  const { jobs: selected, missing } = await selectOwnedJobs(deps, ownerId, selection)
  if (selected.length === 0) requireAll(missing)
  // Skips a split document that matches a filter, because its parts match too. A split document selected by ID is
  // reported.
  const jobs =
    'ids' in selection ? selected : selected.filter(({ split_into }) => split_into === null)
  if (jobs.length === 0) throw new AppError('NOT_FOUND', createDetail('nothing_to_export', {}))
  return { jobs, missing }
}

function requireAll([id]: readonly string[]): void {
  if (id !== undefined) throw new AppError('NOT_FOUND', createDetail('job_id_not_found', { id }))
}

/** Lists Coretax files, newest first. */
export async function listOwnedExports(
  { db }: Pick<OwnedExportDeps, 'db'>,
  ownerId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<ExportsPage> {
  const filter = { owner_id: ownerId, after: cursor ?? null, limit: limit + 1 }
  const rows = await listExports(db, filter)
  const exports = rows.slice(0, limit)
  return { exports, next_cursor: rows.length > limit ? (exports.at(-1)?.id ?? null) : null }
}

/** Marks the invoices in the file as not exported, for example because Coretax rejected the file. */
export async function undoExport(
  { db }: Pick<OwnedExportDeps, 'db'>,
  ownerId: string,
  id: string,
): Promise<void> {
  const [gone] = await deleteExport(db, ownerId, id)
  if (!gone) throw new AppError('NOT_FOUND', createDetail('export_not_found', {}))
}

type BatchExportOptions = OrderOptions &
  MeetOptions &
  Pick<MeetExportOptions, 'events' | 'reminder'>

export async function exportOwnedBatch(
  deps: OwnedExportDeps,
  ownerId: string,
  id: string,
  { events, reminder, swimmer, start, time_zone, lanes, ...options }: BatchExportOptions,
): Promise<Export> {
  const { batch, jobs } = await loadBatchState(deps, ownerId, id)
  const { format } = options
  const adjustments = { swimmer, start, time_zone, lanes }
  const results = mayContainMeet(format) ? await loadReadings(deps, jobs) : []
  const meet = await loadMeet(deps, ownerId, results, adjustments)
  const reminderMinutes = reminder ?? Number(batch.params['reminder'] || NaN)
  const minutes = Number.isNaN(reminderMinutes) ? undefined : reminderMinutes
  if ((format === 'ics' || format === 'csv') && hasSwimmers(meet))
    return exportMeet(results, meet, { ...options, format, events, reminder: minutes })
  return exportJobs(deps, jobs, {
    ...options,
    owner_id: ownerId,
    name: createExportName(batch.created_at),
    merged_files: hasSwimmers(meet) ? renderMeetFiles(meet, minutes) : [],
  })
}

function mayContainMeet(format: ExportOptions['format']): boolean {
  return format === 'ics' || format === 'csv' || format === 'zip'
}

function createExportName(timestamp: string): string {
  return `docket-${timestamp.slice(0, 10)}`
}

export async function loadBatchResults(
  deps: OwnedExportDeps,
  ownerId: string,
  id: string,
): Promise<BatchResults> {
  const { batch, jobs } = await loadBatchState(deps, ownerId, id)
  const results = await loadReadings(deps, jobs)
  const meet = await loadMeet(deps, ownerId, results, {})
  return { batch, ...mergeReadings(results), ...(hasSwimmers(meet) && { meet }) }
}

/** Merges a batch's heat sheets for the selected swimmers. */
export async function loadBatchMeet(
  deps: OwnedExportDeps,
  ownerId: string,
  id: string,
  options: MeetOptions,
): Promise<MeetResults> {
  const { jobs } = await loadBatchState(deps, ownerId, id)
  return loadMeet(deps, ownerId, await loadReadings(deps, jobs), options)
}

/** Lists all swimmers on a batch's heat sheets. */
export async function listBatchSwimmers(
  deps: OwnedExportDeps,
  ownerId: string,
  id: string,
): Promise<ProgramSwimmer[]> {
  const { jobs } = await loadBatchState(deps, ownerId, id)
  return listSwimmers(await loadPrograms(deps, ownerId, jobs))
}

export async function loadReadings(deps: LoadDeps, jobs: Job[]): Promise<ReadJob[]> {
  const results = []
  for (const job of jobs) results.push(await loadReading(deps, job))
  return results
}
