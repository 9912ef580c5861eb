import { useMutation } from '@tanstack/react-query'
import { Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import { notificationRoutes } from '../../../domain/api/routes/notifications.ts'
import type { WebhookEvent } from '../../../domain/notify/webhook.ts'
import { client } from '../../api/client.ts'
import { notificationText } from '../../i18n/notification-text.ts'
import { uiText } from '../../i18n/ui-text.ts'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { NewSecret } from './new-secret.tsx'
import { SubmitButton } from '../../ui/action-button.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'

const webhookEvents = Object.keys({
  'job.complete': 0,
  'job.needs_review': 0,
  'job.failed': 0,
  'job.cancelled': 0,
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
  const { webhooks } = notificationText()
  return (
    <Form onSubmit={() => create.mutate()}>
      {create.data && (
        <NewSecret sentence={webhooks.once} secret={create.data.secret} copy={webhooks.copy} />
      )}
      <TextField
        label={webhooks.url}
        className="max-w-lg"
        type="url"
        required
        maxLength={2000}
        placeholder={uiText.web.placeholder}
        value={url}
        onChange={setUrl}
      />
      <EventChoice events={events} onChange={setEvents} />
      <SubmitButton
        icon={WebhookIcon}
        isDisabled={create.isPending || events.length === 0}
        className="mt-2"
      >
        {webhooks.add}
      </SubmitButton>
      <ErrorMessage error={create.error} className="pt-2 text-sm" />
    </Form>
  )
}

interface EventChoiceProps {
  events: readonly WebhookEvent[]
  onChange: (events: WebhookEvent[]) => void
}

function EventChoice({ events, onChange }: EventChoiceProps) {
  const { webhooks } = notificationText()
  return (
    <fieldset className="mt-4">
      <legend className="text-sm font-medium">{webhooks.events}</legend>
      <div className="grid gap-x-6 sm:grid-cols-2">
        {webhookEvents.map((event) => (
          <label key={event} className="flex min-h-9 items-center gap-2.5">
            <Checkbox
              isChecked={events.includes(event)}
              onChange={(isChecked) =>
                onChange(
                  webhookEvents.filter((one) => (one === event ? isChecked : events.includes(one))),
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
