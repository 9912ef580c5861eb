import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import type { Notice } from '../../../domain/notify/mail.ts'
import { notificationRoutes } from '../../../domain/api/routes/notifications.ts'
import { client } from '../../api/client.ts'
import { toChoiceSearch } from '../../readings/meet-choice.ts'
import { announce } from '../../ui/announcements.ts'
import { notificationText } from '../../i18n/notification-text.ts'
import { currentLanguage } from '../../i18n/ui-text.ts'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { SubmitButton } from '../../ui/action-button.tsx'
import { Form } from '../../ui/forms/form.tsx'

/** Requests an email for when the batch ends. Suggests addresses that were entered before. */
export function EmailForm({ id }: { id: string }) {
  const queries = useQueryClient()
  const queryKey = ['notices', id]
  const [email, setEmail] = useState('')
  const choice = useSearch({ from: '/batch/$id' })
  const subscriptions = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      client.call(notificationRoutes.listNotices, { params: { id }, signal }),
  })
  const subscribe = useMutation({
    mutationFn: () =>
      client.call(notificationRoutes.notifyBatch, {
        params: { id },
        body: {
          email,
          language: currentLanguage.get(),
          // A batch without choices keeps those of an earlier email.
          ...(toChoiceSearch(choice) !== '' && { options: choice }),
        },
      }),
    onSuccess(notice) {
      setEmail('')
      announce(formatNotice(notice))
      return queries.invalidateQueries({ queryKey })
    },
  })
  return (
    <Form onSubmit={() => subscribe.mutate()}>
      <label htmlFor="notify-email" className="block pb-1 font-medium">
        {notificationText().notifyMe.byEmail}
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          id="notify-email"
          type="email"
          className="field min-w-0 flex-1 basis-48"
          required
          maxLength={254}
          autoComplete="email"
          placeholder={notificationText().notifyMe.email}
          aria-describedby="notify-hint"
          value={email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        <SubmitButton icon={Mail} isDisabled={subscribe.isPending}>
          {notificationText().notifyMe.send}
        </SubmitButton>
      </div>
      <p id="notify-hint" className="pt-1.5 text-sm text-ink-soft">
        {notificationText().notifyMe.privacy}{' '}
        <Link to="/privacy" className="underline underline-offset-4 hover:text-accent">
          {notificationText().notifyMe.privacyLink}
        </Link>
      </p>
      <ErrorMessage error={subscribe.error} className="pt-2 text-sm" />
      <NoticeList notices={subscriptions.data?.notices ?? []} />
    </Form>
  )
}

function NoticeList({ notices }: { notices: readonly Notice[] }) {
  if (notices.length === 0) return null
  return (
    <ul className="pt-2 text-sm">
      {notices.map((notice) => (
        <li key={notice.email} className="wrap-anywhere">
          {formatNotice(notice)}
        </li>
      ))}
    </ul>
  )
}

function formatNotice({ email, state }: Notice): string {
  if (state === 'sent') return notificationText().notifyMe.emailSent(email)
  const isLost = state === 'failed' || state === 'suppressed'
  return isLost
    ? notificationText().notifyMe.failed(email)
    : notificationText().notifyMe.emailPending(email)
}
