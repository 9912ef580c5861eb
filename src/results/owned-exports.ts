import { findJob, listJobs } from '../db/jobs/owned-jobs.sql.ts'
import { AppError } from '../domain/errors/errors.ts'
import { mostExported } from '../domain/results/export.ts'
import type { Job } from '../domain/job/job.ts'
import type { Log } from '../domain/ports/log.ts'
import type { BatchResults, ReadJob } from '../domain/results/batch-results.ts'
import { mergeReadings } from '../domain/results/batch-results.ts'
import { type Export, type Exporting, exportJobs, type ExportOrder } from './export.ts'
import { exportMeet, meetOf, type MeetOrder } from './export-meet.ts'
import { loadReading } from './load-reading.ts'
import { batchState } from '../jobs/owned-batches.ts'
import { toJobFilter, forbidJob, type JobFilter } from '../jobs/owned-jobs.ts'

export interface OwnedExporting extends Exporting {
  log: Log
}

type Order = Omit<ExportOrder, 'name' | 'owner_id'>

/** Which jobs: those named, in that order, or all that fit, the oldest first. */
export type Choice = { ids: string[] } | { filter: JobFilter }

export async function exportOwnedJobs(
  from: OwnedExporting,
  ownerId: string,
  choice: Choice,
  order: Order,
): Promise<Export> {
  const jobs =
    'ids' in choice
      ? await namedJobs(from, ownerId, choice.ids)
      : await fitting(from, ownerId, choice.filter)
  if (jobs.length > mostExported) throw tooMany()
  if (jobs.length === 0) throw new AppError('NOT_FOUND', 'There is no such job to export.')
  const name = nameFor(new Date().toISOString())
  return exportJobs(from, jobs, { ...order, owner_id: ownerId, name })
}

function tooMany(): AppError {
  const sentence = `One export takes at most ${mostExported} jobs. Export them in parts, or choose fewer.`
  return new AppError('INVALID_REQUEST', sentence)
}

async function namedJobs(
  { db, log }: OwnedExporting,
  ownerId: string,
  given: string[],
): Promise<Job[]> {
  const ids = [...new Set(given.map((id) => id.toLowerCase()))]
  if (ids.length > mostExported) throw tooMany()
  const found = await Promise.all(ids.map((id) => findJob(db, { id, owner_id: ownerId })))
  for (const one of found) if (one && !one.is_mine) forbidJob(log, ownerId, one.job.id)
  return ids.map((id, nth) => {
    const { job } = found[nth] ?? {}
    if (!job) throw new AppError('NOT_FOUND', `There is no job ${id}. It may have been deleted.`)
    return job
  })
}

async function fitting({ db }: OwnedExporting, ownerId: string, asked: JobFilter): Promise<Job[]> {
  const filter = { ...toJobFilter(ownerId, asked), after: null, limit: mostExported + 1 }
  const { jobs } = await listJobs(db, filter)
  return jobs.reverse()
}

/** Of heat sheets, also which swims, and how long before them to be reminded. */
type BatchOrder = Order & Pick<MeetOrder, 'events' | 'reminder'>

export async function exportOwnedBatch(
  from: OwnedExporting,
  ownerId: string,
  id: string,
  { events, reminder, ...order }: BatchOrder,
): Promise<Export> {
  const { batch, jobs } = await batchState(from, ownerId, id)
  const { format } = order
  if (format === 'ics' || format === 'csv') {
    const read = await loadReadings(from, jobs)
    const meet = meetOf(read)
    if (meet) {
      const asked = reminder ?? Number(batch.params['reminder'] || NaN)
      const minutes = Number.isNaN(asked) ? undefined : asked
      return exportMeet(read, meet, { ...order, format, events, reminder: minutes })
    }
  }
  return exportJobs(from, jobs, { ...order, owner_id: ownerId, name: nameFor(batch.created_at) })
}

function nameFor(moment: string): string {
  return `docket-${moment.slice(0, 10)}`
}

export async function batchResults(
  from: OwnedExporting,
  ownerId: string,
  id: string,
): Promise<BatchResults> {
  const { batch, jobs } = await batchState(from, ownerId, id)
  const read = await loadReadings(from, jobs)
  const meet = meetOf(read)
  return { batch, ...mergeReadings(read), ...(meet && { meet }) }
}

async function loadReadings(from: OwnedExporting, jobs: Job[]): Promise<ReadJob[]> {
  const read = []
  for (const job of jobs) read.push(await loadReading(from, job))
  return read
}
