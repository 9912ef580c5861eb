import { Readable } from 'node:stream'
import { listBatchJobs } from '../db/jobs/owned-jobs.sql.ts'
import { keepSheetSwims } from '../domain/heat-sheet/keep-sheet.ts'
import type { MeetResults } from '../domain/heat-sheet/meet-results.ts'
import type { Job } from '../domain/job/job.ts'
import type { OutputFormat } from '../domain/mapping/output-formats.ts'
import type { ReadJob } from '../domain/results/batch-results.ts'
import { applySessionReports } from '../extraction/meet/apply-session-reports.ts'
import { renderHeatSheet } from '../extraction/outputs/heat-sheet.ts'
import { renderMeetCalendar, renderMeetCsv } from '../extraction/outputs/meet-results.ts'
import { toReminder } from '../extraction/outputs/write-outputs.ts'
import { type AcceptedEncodings, type Download, openOutput } from './downloads.ts'
import { type LoadDeps, loadReading } from './load-reading.ts'
import { hasSwimmers, loadMeet, type MeetDeps } from './meet/load-meet.ts'

/** Opens the outputs of an owner's jobs. A heat sheet's calendar and table match the meet page. */
export interface OutputFiles {
  open: (
    job: Job,
    format: OutputFormat | undefined,
    accept?: AcceptedEncodings,
  ) => Promise<Download>
}

/** A batch's heat sheets, and the meet merged from them. */
interface BatchSheets {
  results: ReadJob[]
  meet: MeetResults
}

/**
 * Creates the output reader. A sheet's stored calendar and table lack details from other sheets in the batch, such as
 * report times for sessions, so they are rendered again from the merged meet. Each batch is loaded only once.
 */
export function createOutputFiles(deps: LoadDeps & MeetDeps, ownerId: string): OutputFiles {
  const batches = new Map<string, Promise<BatchSheets | undefined>>()
  const loadBatch = (id: string) => {
    const loading = batches.get(id) ?? loadSheets(deps, ownerId, id)
    batches.set(id, loading)
    return loading
  }
  return {
    open: async (job, format, accept) => {
      const stored = await openOutput(deps, job, format, accept)
      if ((format !== 'ics' && format !== 'csv') || job.summary?.kind !== 'heat_sheet')
        return stored
      const sheets = await loadBatch(job.batch_id)
      const body = sheets && renderSheet(sheets, job, format)
      if (body === undefined) return stored
      stored.stream.destroy()
      const { content_type, filename } = stored
      const bytes = Buffer.from(body)
      return { stream: Readable.from([bytes]), bytes: bytes.length, content_type, filename }
    },
  }
}

/** Loads a batch's sheets. Returns undefined if the batch has only one sheet. */
async function loadSheets(
  deps: LoadDeps & MeetDeps,
  ownerId: string,
  batchId: string,
): Promise<BatchSheets | undefined> {
  const jobs = await listBatchJobs(deps.db, batchId, ownerId)
  const sheets = jobs.filter(
    ({ status, summary }) => status === 'complete' && summary?.kind === 'heat_sheet',
  )
  if (sheets.length < 2) return undefined
  const results: ReadJob[] = []
  for (const sheet of sheets) results.push(await loadReading(deps, sheet))
  return { results, meet: await loadMeet(deps, ownerId, results, {}) }
}

/**
 * Renders a sheet's calendar or table. If no swimmer was requested, the table lists all swimmers, with times from the
 * session reports.
 */
function renderSheet(
  { results, meet }: BatchSheets,
  { id, params }: Job,
  format: 'ics' | 'csv',
): string | undefined {
  const sheets = results.flatMap(({ job, reading }) =>
    reading?.kind === 'heat_sheet' ? [{ job, reading }] : [],
  )
  const at = sheets.findIndex(({ job }) => job.id === id)
  if (sheets[at]?.reading.sheet === 'session_report') return undefined
  const calendar = { made_at: findLatestChange(results), reminder: toReminder(params) }
  if (hasSwimmers(meet)) {
    const own = keepSheetSwims(meet, id)
    return format === 'ics' ? renderMeetCalendar(own, calendar) : renderMeetCsv(own)
  }
  const reading = applySessionReports(sheets.map((one) => one.reading))[at]
  return reading && renderHeatSheet(reading, format, calendar)
}

/** Returns when a meet's sheets last changed. Calendar apps that import a calendar again keep the newer version. */
export function findLatestChange(results: readonly ReadJob[]): Date {
  const times = results.map(({ job }) => Date.parse(job.completed_at ?? job.created_at))
  return new Date(Math.max(0, ...times))
}
