import type { HeatSheetReading } from '../../domain/heat-sheet/heat-sheet.ts'
import { listRefreshes, type SheetRefresh } from '../../db/review/sheet-refreshes.sql.ts'
import type { MeetResults, NewerSheet } from '../../domain/heat-sheet/meet-results.ts'
import type { Job } from '../../domain/job/job.ts'
import type { ReadJob } from '../../domain/results/batch-results.ts'
import type { MeetOptions } from '../../domain/results/meet-options.ts'
import type { Program } from '../../extraction/heat-sheet/meet-program.ts'
import { toHeatSheetReading } from '../../extraction/heat-sheet/read-heat-sheet.ts'
import { findSessionStarts, readAdjustedSheet } from '../../extraction/meet/adjust-sheet.ts'
import {
  findChosenId,
  findSessionAliases,
  spreadStarts,
} from '../../extraction/meet/session-aliases.ts'
import { diffSheets } from '../../extraction/meet/diff-sheets.ts'
import { mergeSheets, type SheetSource } from '../../extraction/meet/merge-sheets.ts'
import { repeatCorrections } from '../../extraction/meet/repeat-corrections.ts'
import { loadEarlierProgram, loadProgram, type ProgramDeps } from './load-program.ts'

export type MeetDeps = ProgramDeps

/**
 * Merges a batch's heat sheets. Without options, each sheet shows the swimmers named in its upload. With options, each
 * sheet whose program is stored shows the selected swimmers. If no swimmer is named, there are no sessions.
 */
export async function loadMeet(
  deps: MeetDeps,
  ownerId: string,
  results: readonly ReadJob[],
  options: MeetOptions,
): Promise<MeetResults> {
  const sheets = await loadSheets(deps, ownerId, results)
  const { start, ...others } = options
  const printed = start ? sheets.map((sheet) => toSource(sheet, others).reading) : []
  const aliases = findSessionAliases(printed)
  const spread = spreadStarts(options, aliases)
  const sources = sheets.map((sheet) => toSource(sheet, spread))
  const hasRequest = sources.some(({ reading }) => reading.swimmers.length > 0)
  const asked = hasRequest ? sources : sources.map(withoutSwims)
  const jobs = results.map(({ job }) => job)
  const refreshes = await listRefreshes(
    deps.db,
    sources.map(({ job_id }) => job_id),
  )
  const checks = refreshes.map(({ checked_at }) => checked_at).toSorted()
  const merged = mergeSheets(asked, spread)
  // If no swimmer is requested, a sheet counts as having no swims only if it has no entries or is a session report.
  const isFull = (id: string) =>
    sources.some(
      ({ job_id, reading }) =>
        job_id === id && reading.sheet !== 'session_report' && reading.events.length > 0,
    )
  return {
    ...merged,
    sessions: merged.sessions.map((session) => ({
      ...session,
      id: findChosenId(session.id, options, aliases),
    })),
    without: hasRequest ? merged.without : merged.without.filter(({ job_id }) => !isFull(job_id)),
    newer: hasRequest
      ? await listNewer(deps, { ownerId, jobs, options: spread }, sources, refreshes)
      : [],
    checked_at: checks[0] ?? null,
  }
}

interface MeetScope {
  ownerId: string
  jobs: readonly Job[]
  options: MeetOptions
}

/** Compares newer sheets with the documents that they replaced. */
async function listNewer(
  deps: MeetDeps,
  { ownerId, jobs, options }: MeetScope,
  sources: readonly SheetSource[],
  refreshes: readonly SheetRefresh[],
): Promise<NewerSheet[]> {
  const newer: NewerSheet[] = []
  for (const { job_id, changed_at, previous_sha256 } of refreshes) {
    const job = jobs.find(({ id }) => id === job_id)
    const source = sources.find((one) => one.job_id === job_id)
    if (!job || !source || changed_at === null || previous_sha256 === null) continue
    if (source.reading.sheet === 'session_report') continue
    const earlier = await loadEarlierProgram(deps, ownerId, job, previous_sha256)
    if (!earlier) continue
    const before = readAdjustedSheet(earlier, job.params, options)
    newer.push({ job_id, changed_at, items: diffSheets(before, source.reading) })
  }
  return newer
}

/** True if a swimmer was requested. Without one, there are no swims to list. */
export function hasSwimmers({ swimmers }: MeetResults): boolean {
  return swimmers.length > 0
}

interface StoredSheet {
  job: Job
  stored: HeatSheetReading
  program: Program | undefined
}

async function loadSheets(
  deps: MeetDeps,
  ownerId: string,
  results: readonly ReadJob[],
): Promise<StoredSheet[]> {
  const sheets: StoredSheet[] = []
  for (const { job, reading: stored } of results) {
    if (stored?.kind === 'heat_sheet')
      sheets.push({ job, stored, program: await loadProgram(deps, ownerId, job) })
  }
  return sheets
}

function toSource({ job, stored, program }: StoredSheet, options: MeetOptions): SheetSource {
  const { id: job_id, original_filename: name, params, source_url } = job
  const sheet = { job_id, name, is_linked: source_url !== null }
  if (!program) return { ...sheet, reading: stored }
  const session_starts = findSessionStarts(program, params)
  const isAdjusted = Object.values(options).some((value) => value !== undefined)
  if (!isAdjusted) return { ...sheet, reading: stored, program, session_starts }
  const original = toHeatSheetReading(program, params)
  const adjusted = readAdjustedSheet(program, params, options)
  const reading = repeatCorrections(adjusted, { stored, original })
  return { ...sheet, reading, program, session_starts }
}

function withoutSwims(source: SheetSource): SheetSource {
  return { ...source, reading: { ...source.reading, events: [] } }
}
