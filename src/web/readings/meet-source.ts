import { queryOptions } from '@tanstack/react-query'
import { batchRoutes } from '../../domain/api/routes/batches.ts'
import { shareRoutes } from '../../domain/api/routes/shares.ts'
import { meetRoutes } from '../../domain/api/routes/meets.ts'
import type { MeetResults } from '../../domain/heat-sheet/meet-results.ts'
import type { ProgramSwimmer } from '../../domain/heat-sheet/program-swimmers.ts'
import type { SheetCheck } from '../../domain/heat-sheet/sheet-check.ts'
import type { MeetOptions } from '../../domain/results/meet-options.ts'
import type { Job } from '../../domain/job/job.ts'
import { client } from '../api/client.ts'
import type { MeetChoice } from './meet-choice.ts'

export interface CalendarRequest extends MeetChoice {
  /** IDs of the selected swims; absent for all. */
  events?: string[] | undefined
}

/** Where a meet page gets its data: the owner's batch or a link. */
export interface MeetSource {
  /** Starts the key of every query. */
  key: readonly string[]
  /** Whether a calendar of all swims needs no list of them. */
  isWhole: boolean
  loadMeet: (options: MeetOptions, signal: AbortSignal) => Promise<MeetResults>
  loadSwimmers: (signal: AbortSignal) => Promise<ProgramSwimmer[]>
  downloadCalendar: (request: CalendarRequest) => Promise<Response>
  /** Absent if only its owner may look for newer sheets. */
  checkSheets?: () => Promise<SheetCheck[]>
}

/** `version` changes when a document of the batch is read again. */
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

/** One sheet of a batch, with the times of the batch's session reports. */
export function jobMeetSource({ id, batch_id, updated_at }: Job): MeetSource {
  const batch = batchMeetSource(batch_id, updated_at)
  return {
    ...batch,
    key: [...batch.key, id],
    isWhole: false,
    loadMeet: async (options, signal) => keepSheet(await batch.loadMeet(options, signal), id),
  }
}

/** Downloads name the swims, because a batch may have others. */
function keepSheet(meet: MeetResults, id: string): MeetResults {
  const sessions = meet.sessions.flatMap((session) => {
    const swims = session.swims.filter(({ job_ids }) => job_ids.includes(id))
    return swims.length > 0 ? [{ ...session, swims }] : []
  })
  return { ...meet, sessions, without: meet.without.filter(({ job_id }) => job_id === id) }
}

/** What a link opens to anyone. */
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

/** Ignores the reminder, which affects only calendar files. */
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
