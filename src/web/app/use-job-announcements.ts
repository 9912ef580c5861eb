import { useEffect, useRef } from 'react'
import { announceSoon } from '../ui/announcements.ts'
import { findEndedJobs } from '../live/live-jobs.ts'
import { useLiveJobs } from '../live/use-live-jobs.ts'
import { jobFailure, failureText } from '../i18n/message-text.ts'

/** Announces completed and failed jobs to screen readers. */
export function useJobAnnouncements(): void {
  const { data: live } = useLiveJobs()
  const announced = useRef(live)
  useEffect(() => {
    const ended = live && announced.current ? findEndedJobs(announced.current, live) : []
    announced.current = live
    for (const job of ended) {
      const { status, original_filename: filename } = job
      const failure = jobFailure(job)
      if (status === 'complete') announceSoon({ kind: 'complete', filename })
      const reason = failure && (failureText(failure) ?? failure.message)
      if (status === 'failed') announceSoon({ kind: 'failed', filename, ...(reason && { reason }) })
    }
  }, [live])
}
