import { listBatchJobs } from '../db/jobs/owned-jobs.sql.ts'
import type { MeetResults } from '../domain/heat-sheet/meet-results.ts'
import type { ProgramSwimmer } from '../domain/heat-sheet/program-swimmers.ts'
import type { Log } from '../domain/ports/log.ts'
import type { ReadJob } from '../domain/results/batch-results.ts'
import type { MeetOptions } from '../domain/results/meet-options.ts'
import type { MeetLinkOptions } from '../domain/results/share.ts'
import { listSwimmers } from '../extraction/meet/list-swimmers.ts'
import { exportMeet } from './export-meet.ts'
import type { Export } from './export-options.ts'
import type { LoadDeps } from './load-reading.ts'
import { loadMeet, type MeetDeps } from './meet/load-meet.ts'
import { loadPrograms } from './meet/load-program.ts'
import { loadReadings } from './owned-exports.ts'
import { resolveLink } from './shares.ts'

export interface SharedMeetDeps extends LoadDeps, MeetDeps {
  log: Log
}

/** Merges the heat sheets that a link opens: those of a batch, or one with the times of its session reports. */
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

/** A calendar link shows what its owner chose; other links show what the reader chooses. */
export async function exportSharedCalendar(
  deps: SharedMeetDeps,
  code: string,
  query: MeetLinkOptions & { events?: string[] | undefined },
): Promise<Export> {
  const { owner_id, results } = await openSheets(deps, code)
  const { events, reminder, ...options } = query
  const meet = await loadMeet(deps, owner_id, results, options)
  return exportMeet(results, meet, { format: 'ics', skip_incomplete: true, events, reminder })
}

async function openSheets(
  deps: SharedMeetDeps,
  code: string,
): Promise<{ owner_id: string; results: ReadJob[] }> {
  const { owner_id, batch_id, job_id } = await resolveLink(deps.db, code)
  const results = await loadReadings(deps, await listBatchJobs(deps.db, batch_id, owner_id))
  const sheets = results.filter(
    ({ job, reading }) =>
      reading?.kind === 'heat_sheet' &&
      (job_id === null || job.id === job_id || reading.sheet === 'session_report'),
  )
  return { owner_id, results: sheets }
}
