import { useMutation } from '@tanstack/react-query'
import { Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import { notificationRoutes } from '../../../domain/api/routes/notifications.ts'
import type { WebhookEvent } from '../../../domain/notify/webhook.ts'
import { client } from '../../api/client.ts'
import { notificationWords } from '../../i18n/notification-words.ts'
import { words } from '../../i18n/words.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { NewSecret } from './new-secret.tsx'

const webhookEvents = Object.keys({
  'job.complete': 0,
  'job.needs_review': 0,
  'job.failed': 0,
  'batch.ended': 0,
} satisfies Record<WebhookEvent, 0>) as WebhookEvent[]

export function NewWebhook({ onCreated }: { onCreated: () => void }) {
  const [url, setUrl] = useState('')
  const [events, setEvents] = useState(webhookEvents)
  const create = useMutation({
    mutationFn: () => client.call(notificationRoutes.createWebhook, { body: { url, events } }),
    onSuccess() {
      setUrl('')
      onCreated()
    },
  })
  const { webhooks } = notificationWords()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        create.mutate()
      }}
    >
      {create.data && (
        <NewSecret sentence={webhooks.once} secret={create.data.secret} copy={webhooks.copy} />
      )}
      <label className="block max-w-lg">
        <span className="mb-1 block text-sm font-medium">{webhooks.url}</span>
        <input
          type="url"
          className="field w-full"
          required
          maxLength={2000}
          autoComplete="off"
          placeholder={words.web.placeholder}
          value={url}
          onChange={({ currentTarget }) => setUrl(currentTarget.value)}
        />
      </label>
      <EventChoice events={events} onChange={setEvents} />
      <button
        type="submit"
        className={`${buttonClass.secondary} mt-2`}
        disabled={create.isPending || events.length === 0}
      >
        <WebhookIcon aria-hidden="true" className="size-4" />
        {webhooks.add}
      </button>
      <ErrorMessage error={create.error} className="pt-2 text-sm" />
    </form>
  )
}

interface EventChoiceProps {
  events: readonly WebhookEvent[]
  onChange: (events: WebhookEvent[]) => void
}

function EventChoice({ events, onChange }: EventChoiceProps) {
  const { webhooks } = notificationWords()
  return (
    <fieldset className="mt-4">
      <legend className="text-sm font-medium">{webhooks.events}</legend>
      <div className="grid gap-x-6 sm:grid-cols-2">
        {webhookEvents.map((event) => (
          <label key={event} className="flex min-h-9 items-center gap-2.5">
            <input
              type="checkbox"
              className="size-4.5 accent-accent"
              checked={events.includes(event)}
              onChange={({ currentTarget }) =>
                onChange(
                  webhookEvents.filter((one) =>
                    one === event ? currentTarget.checked : events.includes(one),
                  ),
                )
              }
            />
            {webhooks.event[event]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
