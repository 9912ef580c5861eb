import type { MeetResults } from './meet-results.ts'

/** Keeps only one sheet's swims, including details from other sheets in the batch. */
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
