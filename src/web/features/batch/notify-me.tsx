import { useQuery } from '@tanstack/react-query'
import { Bell, BellRing } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Job } from '../../../domain/job/job.ts'
import { mappingsQuery } from '../../api/client.ts'
import { canNotify } from './browser-notifications.ts'
import { canCancel } from '../../jobs/job-operations.ts'
import { notificationText } from '../../i18n/notification-text.ts'
import { PageSection } from '../../ui/page-section.tsx'
import { EmailForm } from './email-form.tsx'
import {
  type CompletionNotification,
  useCompletionNotification,
} from './use-completion-notification.ts'
import { ActionButton } from '../../ui/action-button.tsx'

const browserAfterMs = 2000
const emailAfterMs = 15_000

/** Offers a notification for when the batch ends. Asks for an email address only if the batch takes longer. */
export function NotifyMe({ id, jobs }: { id: string; jobs: readonly Job[] }) {
  const sendsMail = useQuery(mappingsQuery).data?.sends_mail ?? false
  const ended = jobs.filter((job) => !canCancel(job)).length
  const isDone = ended === jobs.length
  const notice = useCompletionNotification(id, jobs, isDone)
  const offersBrowser = useHasElapsed(browserAfterMs) && canNotify()
  const isSlow = useHasElapsed(emailAfterMs) || ended > 0
  const offersEmail = sendsMail && isSlow
  if (isDone || !(offersEmail || offersBrowser)) return null
  return (
    <PageSection heading={notificationText().notifyMe.heading}>
      <div className="grid gap-x-10 gap-y-5 md:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
        {offersEmail && <EmailForm id={id} />}
        {offersBrowser && <BrowserOffer notice={notice} />}
      </div>
    </PageSection>
  )
}

function BrowserOffer({ notice: { state, arm } }: { notice: CompletionNotification }) {
  if (state === 'off') {
    return (
      <div>
        <ActionButton icon={Bell} look="secondary" onClick={arm}>
          {notificationText().notifyMe.byBrowser}
        </ActionButton>
      </div>
    )
  }
  return (
    <output className="flex items-start gap-2 text-ink-soft">
      {state === 'enabled' && <BellRing aria-hidden="true" className="mt-1 size-4 shrink-0" />}
      {state === 'enabled'
        ? notificationText().notifyMe.browserEnabled
        : notificationText().notifyMe.browserBlocked}
    </output>
  )
}

function useHasElapsed(ms: number): boolean {
  const [hasElapsed, setHasElapsed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setHasElapsed(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return hasElapsed
}
