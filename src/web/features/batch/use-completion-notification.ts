import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Job } from '../../../domain/job/job.ts'
import { batchRoutes } from '../../../domain/api/routes/batches.ts'
import { client } from '../../api/client.ts'
import { requestPermission, showNotification } from './browser-notifications.ts'
import { notificationText } from '../../i18n/notification-text.ts'

const pollMs = 4000

export interface CompletionNotification {
  state: 'off' | 'enabled' | 'blocked'
  /** Asks for permission to show notifications. */
  arm: () => void
}

/** Shows a browser notification if the batch ends while the page is hidden. */
export function useCompletionNotification(
  id: string,
  jobs: readonly Job[],
  isDone: boolean,
): CompletionNotification {
  const [state, setState] = useState<CompletionNotification['state']>('off')
  const isWanted = state === 'enabled' && !isDone
  // Polls, because the live feed pauses while the page is hidden.
  useQuery({
    queryKey: ['batch', id],
    queryFn: ({ signal }) => client.call(batchRoutes.getBatch, { params: { id }, signal }),
    enabled: isWanted,
    refetchInterval: pollMs,
    refetchIntervalInBackground: true,
  })
  const wasWanted = useRef(isWanted)
  useEffect(() => {
    const hasEnded = wasWanted.current && isDone
    wasWanted.current = isWanted
    if (!hasEnded || !document.hidden) return
    const complete = jobs.filter(({ status }) => status === 'complete').length
    const failed = jobs.filter(({ status }) => status === 'failed').length
    const { done, doneText } = notificationText().notifyMe
    const notice = { title: done(jobs.length), body: doneText(complete, failed) }
    void showNotification({ ...notice, path: `/batch/${id}` }).catch(() => undefined)
  }, [id, jobs, isDone, isWanted])
  return {
    state,
    arm() {
      void requestPermission().then((mayNotify) => setState(mayNotify ? 'enabled' : 'blocked'))
    },
  }
}
