import { findJob, listJobs } from '../db/jobs/owned-jobs.sql.ts'
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
import { toJobFilter, forbidJob, type JobFilter } from '../jobs/owned-jobs.ts'
import { detail } from '../domain/i18n/problem-detail.ts'

export interface OwnedExportDeps extends ExportDeps {
  log: Log
}

type OrderOptions = Omit<ExportOptions, 'name' | 'owner_id'>

/** Jobs by id, in that order, or by filter, oldest first. */
export type JobSelection = { ids: string[] } | { filter: JobFilter }

export async function exportOwnedJobs(
  deps: OwnedExportDeps,
  ownerId: string,
  selection: JobSelection,
  options: OrderOptions,
): Promise<Export> {
  const jobs =
    'ids' in selection
      ? await namedJobs(deps, ownerId, selection.ids)
      : await matchingJobs(deps, ownerId, selection.filter)
  if (jobs.length > maxExportedJobs) throw tooMany()
  if (jobs.length === 0) throw new AppError('NOT_FOUND', detail('nothing_to_export', {}))
  const name = exportName(new Date().toISOString())
  return exportJobs(deps, jobs, { ...options, owner_id: ownerId, name })
}

function tooMany(): AppError {
  return new AppError('INVALID_REQUEST', detail('export_too_large', { most: maxExportedJobs }))
}

async function namedJobs(
  { db, log }: OwnedExportDeps,
  ownerId: string,
  given: string[],
): Promise<Job[]> {
  const ids = [...new Set(given.map((id) => id.toLowerCase()))]
  if (ids.length > maxExportedJobs) throw tooMany()
  const found = await Promise.all(ids.map((id) => findJob(db, { id, owner_id: ownerId })))
  for (const one of found) if (one && !one.is_mine) forbidJob(log, ownerId, one.job.id)
  return ids.map((id, index) => {
    const { job } = found[index] ?? {}
    if (!job) throw new AppError('NOT_FOUND', detail('job_id_not_found', { id }))
    return job
  })
}

async function matchingJobs(
  { db }: OwnedExportDeps,
  ownerId: string,
  jobFilter: JobFilter,
): Promise<Job[]> {
  const filter = { ...toJobFilter(ownerId, jobFilter), after: null, limit: maxExportedJobs + 1 }
  const { jobs } = await listJobs(db, filter)
  return jobs.reverse()
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
