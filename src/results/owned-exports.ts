import { AppError } from '../domain/errors/errors.ts'
import { maxExportedJobs } from '../domain/results/export.ts'
import type { Job } from '../domain/job/job.ts'
import type { Log } from '../domain/ports/log.ts'
import type { BatchResults, ReadJob } from '../domain/results/batch-results.ts'
import { mergeReadings } from '../domain/results/batch-results.ts'
import { type Export, type ExportDeps, exportJobs, type ExportOptions } from './export.ts'
import { exportMeet, mergeMeet, type MeetExportOptions } from './export-meet.ts'
import { loadReading } from './load-reading.ts'
import { batchState } from '../jobs/owned-batches.ts'
import { type JobSelection, selectOwnedJobs } from '../jobs/select-jobs.ts'
import { detail } from '../domain/i18n/problem-detail.ts'

export interface OwnedExportDeps extends ExportDeps {
  log: Log
}

type OrderOptions = Omit<ExportOptions, 'name' | 'owner_id'>

export async function exportOwnedJobs(
  deps: OwnedExportDeps,
  ownerId: string,
  selection: JobSelection,
  options: OrderOptions,
): Promise<Export> {
  const jobs = await selectOwnedJobs(deps, ownerId, selection, maxExportedJobs)
  if (jobs.length === 0) throw new AppError('NOT_FOUND', detail('nothing_to_export', {}))
  const name = exportName(new Date().toISOString())
  return exportJobs(deps, jobs, { ...options, owner_id: ownerId, name })
}

type BatchExportOptions = OrderOptions & Pick<MeetExportOptions, 'events' | 'reminder'>

export async function exportOwnedBatch(
  deps: OwnedExportDeps,
  ownerId: string,
  id: string,
  { events, reminder, ...options }: BatchExportOptions,
): Promise<Export> {
  const { batch, jobs } = await batchState(deps, ownerId, id)
  const { format } = options
  if (format === 'ics' || format === 'csv') {
    const results = await loadReadings(deps, jobs)
    const meet = mergeMeet(results)
    if (meet) {
      const reminderMinutes = reminder ?? Number(batch.params['reminder'] || NaN)
      const minutes = Number.isNaN(reminderMinutes) ? undefined : reminderMinutes
      return exportMeet(results, meet, { ...options, format, events, reminder: minutes })
    }
  }
  return exportJobs(deps, jobs, {
    ...options,
    owner_id: ownerId,
    name: exportName(batch.created_at),
  })
}

function exportName(timestamp: string): string {
  return `docket-${timestamp.slice(0, 10)}`
}

export async function batchResults(
  deps: OwnedExportDeps,
  ownerId: string,
  id: string,
): Promise<BatchResults> {
  const { batch, jobs } = await batchState(deps, ownerId, id)
  const results = await loadReadings(deps, jobs)
  const meet = mergeMeet(results)
  return { batch, ...mergeReadings(results), ...(meet && { meet }) }
}

async function loadReadings(deps: OwnedExportDeps, jobs: Job[]): Promise<ReadJob[]> {
  const results = []
  for (const job of jobs) results.push(await loadReading(deps, job))
  return results
}
