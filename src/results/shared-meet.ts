import { createHash } from 'node:crypto'
import { countView, type LinkTarget } from '../db/identity/links.sql.ts'
import { listBatchJobs } from '../db/jobs/owned-jobs.sql.ts'
import { AppError } from '../domain/errors/app-error.ts'
import type { MeetResults } from '../domain/heat-sheet/meet-results.ts'
import type { ProgramSwimmer } from '../domain/heat-sheet/program-swimmers.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'
import type { Job } from '../domain/job/job.ts'
import type { Log } from '../domain/ports/log.ts'
import type { ReadJob } from '../domain/results/batch-results.ts'
import type { MeetOptions } from '../domain/results/meet-options.ts'
import { LinkPurpose, type MeetLinkOptions } from '../domain/results/share.ts'
import { listSwimmers } from '../extraction/meet/list-swimmers.ts'
import type { Download } from './downloads.ts'
import { exportMeet } from './export-meet.ts'
import type { LoadDeps } from './load-reading.ts'
import { loadMeet, type MeetDeps } from './meet/load-meet.ts'
import { loadPrograms } from './meet/load-program.ts'
import { findLatestChange } from './output-files.ts'
import { loadReadings } from './owned-exports.ts'
import { resolveLink } from '../identity/links.ts'

export interface SharedMeetDeps extends LoadDeps, MeetDeps {
  log: Log
  /** Whether a result is deleted after its first complete download. */
  deletesOnDownload: boolean
}

/**
 * Merges the heat sheets that a link opens: the sheets of a batch, or one sheet with times from the session reports.
 */
export async function loadSharedMeet(
  deps: SharedMeetDeps,
  code: string,
  options: MeetOptions,
): Promise<MeetResults> {
  const { owner_id, results } = await openSheets(deps, code)
  return loadMeet(deps, owner_id, results, options)
}

export async function listSharedSwimmers(
  deps: SharedMeetDeps,
  code: string,
): Promise<ProgramSwimmer[]> {
  const { owner_id, results } = await openSheets(deps, code)
  return listSwimmers(
    await loadPrograms(
      deps,
      owner_id,
      results.map(({ job }) => job),
    ),
  )
}

/**
 * Renders a calendar. A calendar link shows the swims that its owner selected, is never rejected because it is empty,
 * and changes only when its sheets do, so that subscribers see no unnecessary updates. Other links show the swims that
 * the visitor selects. Once its sheets are deleted, a calendar link returns an error, because phones keep the last
 * events after an error but remove them if the calendar is empty.
 */
export async function openSharedCalendar(
  deps: SharedMeetDeps,
  code: string,
  query: MeetLinkOptions & { events?: string[] | undefined },
): Promise<Download & { jobs: readonly Job[] }> {
  const link = await resolveLink(deps.db, code, LinkPurpose.options)
  const isFeed = link.purpose === 'calendar'
  if (isFeed) await requireSheets(deps, link)
  const results = await loadSheets(deps, link)
  const { reminder, ...options } = isFeed ? link.options : pickOptions(query)
  const meet = await loadMeet(deps, link.owner_id, results, options)
  const { filename, jobs, stream, bytes, content_type } = exportMeet(results, meet, {
    format: 'ics',
    skip_incomplete: true,
    events: isFeed ? undefined : query.events,
    reminder,
    ...(isFeed && { feed: { made_at: findLatestChange(results) } }),
  })
  if (isFeed) await countView(deps.db, code)
  return {
    filename,
    jobs,
    stream,
    bytes,
    content_type,
    ...(isFeed && { etag: toEtag(meet, reminder) }),
  }
}

/** Throws if results are deleted after download, because fetching a calendar must never delete its sheets. */
async function requireSheets(
  { db, deletesOnDownload }: SharedMeetDeps,
  { batch_id, owner_id }: LinkTarget,
): Promise<void> {
  if (deletesOnDownload) throw new AppError('DISABLED', createDetail('links_once_only', {}))
  const jobs = await listBatchJobs(db, batch_id, owner_id)
  if (jobs.some(({ status }) => status === 'expired')) throw new AppError('EXPIRED')
}

/** Returns an ETag for calendars, because phones poll them and usually nothing has changed. */
function toEtag(meet: MeetResults, reminder: number | undefined): string {
  const hash = createHash('sha256').update(JSON.stringify([meet, reminder]))
  return `"${hash.digest('base64url').slice(0, 22)}"`
}

function pickOptions({ swimmer, start, time_zone, lanes, reminder }: MeetLinkOptions) {
  return { swimmer, start, time_zone, lanes, reminder }
}

async function openSheets(
  deps: SharedMeetDeps,
  code: string,
): Promise<{ owner_id: string; results: ReadJob[] }> {
  const link = await resolveLink(deps.db, code)
  return { owner_id: link.owner_id, results: await loadSheets(deps, link) }
}

async function loadSheets(
  deps: SharedMeetDeps,
  { owner_id, batch_id, job_id }: LinkTarget,
): Promise<ReadJob[]> {
  const results = await loadReadings(deps, await listBatchJobs(deps.db, batch_id, owner_id))
  return results.filter(
    ({ job, reading }) =>
      reading?.kind === 'heat_sheet' &&
      (job_id === null || job.id === job_id || reading.sheet === 'session_report'),
  )
}
