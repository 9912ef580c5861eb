import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { notificationRoutes } from '../../../domain/api/routes/notifications.ts'
import type { Webhook } from '../../../domain/notify/webhook.ts'
import { client } from '../../api/client.ts'
import { formatDayAndTime } from '../../i18n/format.ts'
import { notificationText } from '../../i18n/notification-text.ts'
import { MutationButton } from '../../ui/action-button.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { Deliveries } from './webhook-deliveries.tsx'
import { NewWebhook } from './new-webhook.tsx'
import { ListSection } from './list-section.tsx'

const queryKey = ['webhooks']

/** Lists webhooks, with their state and their deliveries. */
export function Webhooks() {
  const list = useQuery({
    queryKey,
    queryFn: ({ signal }) => client.call(notificationRoutes.listWebhooks, { signal }),
  })
  return (
    <ListSection
      words={notificationText().webhooks}
      query={list}
      items={list.data?.webhooks ?? []}
      renderItem={(webhook) => <WebhookRow key={webhook.id} webhook={webhook} />}
    >
      {list.data && <NewWebhook onCreated={() => void list.refetch()} />}
    </ListSection>
  )
}

function WebhookRow({ webhook }: { webhook: Webhook }) {
  const queries = useQueryClient()
  const [isLogShown, setIsLogShown] = useState(false)
  const { id, url, enabled, events } = webhook
  const { webhooks } = notificationText()
  const onSettled = () => queries.invalidateQueries({ queryKey })
  const change = useMutation({
    mutationFn: () =>
      client.call(notificationRoutes.changeWebhook, {
        params: { id },
        body: { enabled: !enabled },
      }),
    onSettled,
  })
  const remove = useMutation({
    mutationFn: () => client.call(notificationRoutes.deleteWebhook, { params: { id } }),
    onSettled,
  })
  const error = change.error ?? remove.error
  return (
    <li className="px-4 py-3">
      <p className="font-medium wrap-anywhere">{url}</p>
      <p className="text-sm text-ink-soft">
        {events.map((event) => webhooks.event[event]).join(' · ')}
      </p>
      <WebhookState webhook={webhook} />
      <div className="flex flex-wrap gap-2 pt-2">
        <button
          type="button"
          className={buttonClass.small}
          aria-expanded={isLogShown}
          onClick={() => setIsLogShown(!isLogShown)}
        >
          {isLogShown ? webhooks.hideLog : webhooks.showLog}
        </button>
        <MutationButton
          label={enabled ? webhooks.disableLabel(url) : webhooks.enableLabel(url)}
          mutation={change}
        >
          {enabled ? webhooks.disable : webhooks.enable}
        </MutationButton>
        <MutationButton label={webhooks.removeLabel(url)} mutation={remove}>
          {webhooks.remove}
        </MutationButton>
      </div>
      <ErrorMessage error={error} className="pt-2 text-sm" />
      {isLogShown && <Deliveries webhook={webhook} />}
    </li>
  )
}

function WebhookState({ webhook }: { webhook: Webhook }) {
  const { disabled_by, failing_since, last_success_at } = webhook
  const { webhooks } = notificationText()
  if (disabled_by !== null) {
    return <p className="text-sm text-doubt">{webhooks.off[disabled_by]}</p>
  }
  if (failing_since !== null) {
    return <p className="text-sm text-fail">{webhooks.failing(formatDayAndTime(failing_since))}</p>
  }
  return (
    <p className="text-sm text-ink-soft">
      {last_success_at === null ? webhooks.unused : webhooks.active}
    </p>
  )
}
