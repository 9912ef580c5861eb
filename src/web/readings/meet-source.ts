import { queryOptions } from '@tanstack/react-query'
import { batchRoutes } from '../../domain/api/routes/batches.ts'
import { shareRoutes } from '../../domain/api/routes/shares.ts'
import { meetRoutes } from '../../domain/api/routes/meets.ts'
import { keepSheetSwims } from '../../domain/heat-sheet/keep-sheet.ts'
import type { MeetResults } from '../../domain/heat-sheet/meet-results.ts'
import type { ProgramSwimmer } from '../../domain/heat-sheet/program-swimmers.ts'
import type { SheetCheck } from '../../domain/results/sheet-check.ts'
import type { MeetOptions } from '../../domain/results/meet-options.ts'
import type { Job } from '../../domain/job/job.ts'
import { client } from '../api/client.ts'
import type { MeetChoice } from './meet-choice.ts'

export interface CalendarRequest extends MeetChoice {
  /** IDs of the selected swims; absent to select all. */
  events?: string[] | undefined
}

/** Where a meet page gets its data: from the owner's batch, or through a link. */
export interface MeetSource {
  /** The start of each query's key. */
  key: readonly string[]
  /** True if a calendar request without a list of swims returns all swims. */
  isWhole: boolean
  loadMeet: (options: MeetOptions, signal: AbortSignal) => Promise<MeetResults>
  loadSwimmers: (signal: AbortSignal) => Promise<ProgramSwimmer[]>
  downloadCalendar: (request: CalendarRequest) => Promise<Response>
  /** Checks for newer sheets; absent for anyone but the owner. */
  checkSheets?: () => Promise<SheetCheck[]>
}

/** Loads a batch's meet. `version` changes whenever a document in the batch is read again. */
export function batchMeetSource(id: string, version: string): MeetSource {
  return {
    key: ['batch-meet', id, version],
    isWhole: true,
    loadMeet: (query, signal) =>
      client.call(batchRoutes.batchMeet, { params: { id }, query, signal }),
    loadSwimmers: async (signal) =>
      (await client.call(batchRoutes.batchSwimmers, { params: { id }, signal })).swimmers,
    downloadCalendar: (request) =>
      client.call(batchRoutes.downloadBatch, {
        params: { id },
        query: { format: 'ics', skip_incomplete: true, ...request },
      }),
    checkSheets: async () =>
      (await client.call(meetRoutes.checkNewerSheets, { params: { id } })).sheets,
  }
}

/**
 * Loads one sheet of a batch, with times from the session reports in the batch. Downloads list the swims explicitly,
 * because the batch may contain others.
 */
export function jobMeetSource({ id, batch_id, updated_at }: Job): MeetSource {
  const batch = batchMeetSource(batch_id, updated_at)
  return {
    ...batch,
    key: [...batch.key, id],
    isWhole: false,
    loadMeet: async (options, signal) => keepSheetSwims(await batch.loadMeet(options, signal), id),
  }
}

/** Loads a meet for anyone with a link. */
export function sharedMeetSource(code: string): MeetSource {
  return {
    key: ['shared-meet', code],
    isWhole: true,
    loadMeet: (query, signal) =>
      client.call(shareRoutes.sharedMeet, { params: { code }, query, signal }),
    loadSwimmers: async (signal) =>
      (await client.call(shareRoutes.sharedSwimmers, { params: { code }, signal })).swimmers,
    downloadCalendar: (request) =>
      client.call(shareRoutes.sharedCalendar, { params: { code }, query: request }),
  }
}

/** Returns a query for the meet. Ignores the reminder, which affects only calendar files. */
export function meetQuery(source: MeetSource, choice: MeetChoice) {
  const options = { ...choice }
  delete options.reminder
  return queryOptions({
    queryKey: [...source.key, 'meet', options],
    queryFn: ({ signal }) => source.loadMeet(options, signal),
    placeholderData: (before) => before,
  })
}

export function swimmersQuery(source: MeetSource) {
  return queryOptions({
    queryKey: [...source.key, 'swimmers'],
    queryFn: ({ signal }) => source.loadSwimmers(signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
