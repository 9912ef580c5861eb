import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Clock, RotateCw } from 'lucide-react'
import { notificationRoutes } from '../../../domain/api/routes/notifications.ts'
import type { Delivery, Webhook } from '../../../domain/notify/webhook.ts'
import { client } from '../../api/client.ts'
import { formatDayAndTime } from '../../i18n/format.ts'
import { messageText } from '../../i18n/message-text.ts'
import { notificationText } from '../../i18n/notification-text.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { ErrorMessage } from '../../ui/error-message.tsx'

const pageSize = 20
const refetchMs = 3000
const stateStyles = {
  pending: { Icon: Clock, color: 'text-ink-soft' },
  delivered: { Icon: CircleCheck, color: 'text-done' },
  failed: { Icon: CircleAlert, color: 'text-fail' },
} as const

/** Lists deliveries, newest first. Reloads while it is visible. */
export function Deliveries({ webhook: { id, url, enabled } }: { webhook: Webhook }) {
  const queries = useQueryClient()
  const queryKey = ['deliveries', id]
  const log = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      client.call(notificationRoutes.listDeliveries, {
        params: { id },
        query: { limit: pageSize, ...(pageParam === '' ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchInterval: refetchMs,
  })
  const redeliver = useMutation({
    mutationFn: (delivery_id: string) =>
      client.call(notificationRoutes.redeliver, { params: { id, delivery_id } }),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
  const error = log.error ?? redeliver.error
  const deliveries = log.data?.pages.flatMap((page) => page.deliveries) ?? []
  return (
    <div className="pt-3">
      <ErrorMessage error={error} className="pb-2 text-sm" />
      {log.data && deliveries.length === 0 && (
        <p className="text-sm text-ink-soft">{notificationText().webhooks.emptyLog}</p>
      )}
      <ul
        aria-label={notificationText().webhooks.logLabel(url)}
        className="divide-y divide-line border-t border-line empty:hidden"
      >
        {deliveries.map((delivery) => (
          <DeliveryRow
            key={delivery.id}
            delivery={delivery}
            onAgain={enabled ? () => redeliver.mutate(delivery.id) : undefined}
          />
        ))}
      </ul>
      {log.hasNextPage && (
        <button
          type="button"
          className={buttonClass.quiet}
          onClick={() => void log.fetchNextPage()}
        >
          {notificationText().webhooks.more}
        </button>
      )}
    </div>
  )
}

function DeliveryRow({
  delivery,
  onAgain,
}: {
  delivery: Delivery
  onAgain: (() => void) | undefined
}) {
  const { type, state, tries, created_at, next_try_at } = delivery
  const { webhooks } = notificationText()
  const { Icon, color } = stateStyles[state]
  const last = tries.at(-1)
  const moment = formatDayAndTime(created_at)
  const facts = [
    moment,
    tries.length > 0 && webhooks.attempts(tries.length),
    last && last.status !== null && webhooks.respondedWith(last.status),
    next_try_at !== null && tries.length > 0 && webhooks.next(formatDayAndTime(next_try_at)),
  ].filter((fact) => typeof fact === 'string')
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
      <div className="min-w-0 flex-1 basis-52 text-sm">
        <p className="flex flex-wrap items-center gap-x-3">
          <span className="font-medium">{webhooks.event[type]}</span>
          <span className={`inline-flex items-center gap-1 ${color}`}>
            <Icon aria-hidden="true" className="size-4" />
            {webhooks.state[state]}
          </span>
        </p>
        <p className="text-ink-soft">{facts.join(' · ')}</p>
        {last?.error && last.error.code !== 'delivery_rejected' && (
          <p>{messageText({ ...last.error, path: null })}</p>
        )}
      </div>
      {onAgain && state !== 'pending' && (
        <button
          type="button"
          aria-label={webhooks.resendLabel(webhooks.event[type], moment)}
          className={buttonClass.small}
          onClick={onAgain}
        >
          <RotateCw aria-hidden="true" className="size-4" />
          {webhooks.resend}
        </button>
      )}
    </li>
  )
}
