import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Pause, Play } from 'lucide-react'
import { adminRoutes, type Overview } from '../../../domain/api/routes/admin/admin.ts'
import { callAsAdmin } from './admin-request.ts'
import { formatAgo, formatBytes, formatDayAndTime, formatWholeSeconds } from '../../i18n/format.ts'
import { formatCount } from '../../i18n/locale/locale.ts'
import { messageText } from '../../i18n/message-text.ts'
import { adminText } from '../../i18n/admin-text.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { PageSection } from '../../ui/page-section.tsx'
import { ScrollArea } from '../../ui/scroll-area.tsx'
import { MetricList } from './metric-list.tsx'

export const overviewKey = ['admin', 'overview']

/** Queue metrics and the pause switch. */
export function QueueStatus({ overview }: { overview: Overview }) {
  const { queue: messages } = adminText()
  const { queue, workers, disk } = overview
  const metrics = [
    { name: messages.waiting, value: formatCount(queue.waiting) },
    { name: messages.blocked, value: formatCount(queue.blocked) },
    { name: messages.processing, value: formatCount(queue.processing) },
    { name: messages.oldest, value: formatWholeSeconds(queue.oldest_waiting_seconds) },
    { name: messages.workers, value: formatCount(workers.filter((one) => !one.is_lost).length) },
    { name: messages.freeDisk, value: formatBytes(disk.free_bytes) },
  ]
  return (
    <PageSection heading={messages.heading}>
      <MetricList metrics={metrics} />
      {disk.free_bytes < disk.min_free_bytes && (
        <p role="alert" className="pt-3 font-medium text-fail">
          {messages.diskFull(formatBytes(disk.min_free_bytes))}
        </p>
      )}
      <PauseSwitch isPaused={queue.is_paused} />
    </PageSection>
  )
}

function PauseSwitch({ isPaused }: { isPaused: boolean }) {
  const { queue: messages } = adminText()
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: () => callAsAdmin(isPaused ? adminRoutes.resumeQueue : adminRoutes.pauseQueue),
    onSettled: () => queries.invalidateQueries({ queryKey: overviewKey }),
  })
  const Icon = isPaused ? Play : Pause
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pt-4">
      <button
        type="button"
        className={isPaused ? buttonClass.primary : buttonClass.secondary}
        disabled={change.isPending}
        onClick={() => change.mutate()}
      >
        <Icon aria-hidden="true" className="size-4" />
        {isPaused ? messages.resume : messages.pause}
      </button>
      <output className="font-medium text-doubt">{isPaused && messages.paused}</output>
      <ErrorMessage error={change.error} />
    </div>
  )
}

export function Alerts({ alerts }: Pick<Overview, 'alerts'>) {
  const { alerts: messages } = adminText()
  return (
    <PageSection heading={messages.heading}>
      {alerts.length === 0 && (
        <p className="flex items-center gap-2 text-done">
          <CircleCheck aria-hidden="true" className="size-5" />
          {messages.none}
        </p>
      )}
      <ul className="grid gap-2">
        {alerts.map(({ name, subject, summary, since, is_told }) => (
          <li
            key={`${name} ${subject}`}
            className="flex gap-3 rounded-xl bg-fail-wash px-4 py-3 text-fail"
          >
            <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
            <div>
              <p className="font-medium">{messageText({ ...summary, path: null })}</p>
              <p className="text-sm">
                {[
                  messages.since(formatDayAndTime(since)),
                  ...(is_told ? [] : [messages.pending]),
                ].join(' · ')}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </PageSection>
  )
}

export function Workers({ workers, now }: Pick<Overview, 'workers'> & { now: number }) {
  const { workers: messages } = adminText()
  const { columns } = messages
  return (
    <PageSection heading={messages.heading}>
      {workers.length === 0 ? (
        <p className="text-ink-soft">{messages.none}</p>
      ) : (
        <ScrollArea label={messages.list} className="">
          <table className="w-full text-left">
            <thead className="border-b border-line text-sm text-ink-soft">
              <tr>
                <th className="py-2 pr-4 font-medium">{columns.name}</th>
                <th className="py-2 pr-4 font-medium">{columns.host}</th>
                <th className="py-2 pr-4 text-right font-medium">{columns.jobs}</th>
                <th className="py-2 font-medium">{columns.lastSeen}</th>
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {workers.map(({ id, host, current_jobs, heartbeat_at, is_lost }) => (
                <tr key={id}>
                  <td className="py-2 pr-4 whitespace-nowrap">{id}</td>
                  <td className="py-2 pr-4 whitespace-nowrap">{host}</td>
                  <td className="py-2 pr-4 text-right">{formatCount(current_jobs)}</td>
                  <td className="py-2 whitespace-nowrap">
                    {formatAgo(heartbeat_at, now)}
                    {is_lost && <span className="pl-2 font-medium text-fail">{messages.lost}</span>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollArea>
      )}
    </PageSection>
  )
}

export function Dependencies({ dependencies }: Pick<Overview, 'dependencies'>) {
  const { dependencies: messages } = adminText()
  if (dependencies.length === 0) return null
  return (
    <PageSection heading={messages.heading}>
      <ul className="grid gap-2 sm:grid-cols-2">
        {dependencies.map(({ name, is_open, running, max_running }) => (
          <li key={name} className="rounded-xl border border-line bg-surface px-4 py-3">
            <p className="font-medium">
              {name}{' '}
              <span className={is_open ? 'text-fail' : 'text-done'}>
                {is_open ? messages.open : messages.closed}
              </span>
            </p>
            <p className="text-sm text-ink-soft">{messages.running(running, max_running)}</p>
          </li>
        ))}
      </ul>
    </PageSection>
  )
}
