import type { MeetResults } from './meet-results.ts'

/** Keeps only the swims on one sheet, with details that other sheets in the batch add to them. */
export function keepSheetSwims<Meet extends Pick<MeetResults, 'sessions' | 'without'>>(
  meet: Meet,
  jobId: string,
): Meet {
  const sessions = meet.sessions.flatMap((session) => {
    const swims = session.swims.filter(({ job_ids }) => job_ids.includes(jobId))
    return swims.length > 0 ? [{ ...session, swims }] : []
  })
  return { ...meet, sessions, without: meet.without.filter(({ job_id }) => job_id === jobId) }
}
