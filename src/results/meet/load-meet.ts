import type { HeatSheetReading } from '../../domain/heat-sheet/heat-sheet.ts'
import type { MeetResults } from '../../domain/heat-sheet/meet-results.ts'
import type { Job } from '../../domain/job/job.ts'
import type { ReadJob } from '../../domain/results/batch-results.ts'
import type { MeetOptions } from '../../domain/results/meet-options.ts'
import type { Program } from '../../extraction/heat-sheet/meet-program.ts'
import { toHeatSheetReading } from '../../extraction/heat-sheet/read-heat-sheet.ts'
import { findSessionStarts, readAdjustedSheet } from '../../extraction/meet/adjust-sheet.ts'
import { mergeSheets, type SheetSource } from '../../extraction/meet/merge-sheets.ts'
import { repeatCorrections } from '../../extraction/meet/repeat-corrections.ts'
import { loadProgram, type ProgramDeps } from './load-program.ts'

export type MeetDeps = ProgramDeps

/**
 * Merges a batch's heat sheets. Without options, every sheet has the swimmers of its upload; with options, a sheet whose
 * program is stored has the chosen ones. Without a swimmer there are no sessions.
 */
export async function loadMeet(
  deps: MeetDeps,
  ownerId: string,
  results: readonly ReadJob[],
  options: MeetOptions,
): Promise<MeetResults> {
  const sources: SheetSource[] = []
  for (const { job, reading } of results) {
    if (reading?.kind !== 'heat_sheet') continue
    const program = await loadProgram(deps, ownerId, job)
    sources.push(toSource(job, reading, program, options))
  }
  const hasRequest = sources.some(({ reading }) => reading.swimmers.length > 0)
  const asked = hasRequest ? sources : sources.map(withoutSwims)
  return mergeSheets(asked, options)
}

/** True if anybody was requested; otherwise nobody's swims can be listed. */
export function hasSwimmers({ swimmers }: MeetResults): boolean {
  return swimmers.length > 0
}

function toSource(
  { id: job_id, original_filename: name, params }: Job,
  stored: HeatSheetReading,
  program: Program | undefined,
  options: MeetOptions,
): SheetSource {
  if (!program) return { job_id, name, reading: stored }
  const session_starts = findSessionStarts(program, params)
  const isAdjusted = Object.values(options).some((value) => value !== undefined)
  if (!isAdjusted) return { job_id, name, reading: stored, program, session_starts }
  const original = toHeatSheetReading(program, params)
  const adjusted = readAdjustedSheet(program, params, options)
  const reading = repeatCorrections(adjusted, { stored, original })
  return { job_id, name, reading, program, session_starts }
}

function withoutSwims(source: SheetSource): SheetSource {
  return { ...source, reading: { ...source.reading, events: [] } }
}
