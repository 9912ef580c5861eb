import { useMutation } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { notificationRoutes } from '../../../domain/api/routes/notifications.ts'
import { client } from '../../api/client.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { usePageTitle } from '../../browser/use-page-title.ts'
import { notificationText } from '../../i18n/notification-text.ts'

/** Opened by the unsubscribe link in emails. Asks for confirmation and offers an undo. */
export function UnsubscribePage() {
  const params = useParams({ from: '/unsubscribe/$token' })
  usePageTitle(notificationText().unsubscribe.title)
  const [isStopped, setIsStopped] = useState<boolean>()
  const { unsubscribe, resubscribe } = notificationRoutes
  const change = useMutation({
    mutationFn: () => client.call(isStopped ? resubscribe : unsubscribe, { params }),
    onSuccess: () => setIsStopped(!isStopped),
  })
  const {
    text,
    stopped,
    resubscribed: resubscribedText,
    ...messages
  } = notificationText().unsubscribe
  return (
    <div className="mx-auto max-w-xl pt-10">
      <h1 className="pb-3 text-2xl font-bold">{messages.heading}</h1>
      <output className="block pb-5">
        {isStopped === undefined ? text : isStopped ? stopped : resubscribedText}
      </output>
      <button
        type="button"
        className={isStopped ? buttonClass.secondary : buttonClass.primary}
        disabled={change.isPending}
        onClick={() => change.mutate()}
      >
        {isStopped ? messages.undo : messages.stop}
      </button>
      <ErrorMessage error={change.error} className="pt-3" />
    </div>
  )
}
