import { useEffect, useRef } from 'react'
import { announceSoon } from '../ui/announcements.ts'
import { findEndedJobs } from '../live/live-jobs.ts'
import { useLiveJobs } from '../live/use-live-jobs.ts'

/** Announces jobs that completed or failed. */
export function useJobAnnouncements(): void {
  const { data: live } = useLiveJobs()
  const heard = useRef(live)
  useEffect(() => {
    const ended = live && heard.current ? findEndedJobs(heard.current, live) : []
    heard.current = live
    for (const { status, original_filename: filename, error_message } of ended) {
      if (status === 'complete') announceSoon({ kind: 'complete', filename })
      if (status === 'failed')
        announceSoon({ kind: 'failed', filename, reason: error_message ?? '' })
    }
  }, [live])
}
