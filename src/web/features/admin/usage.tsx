import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Analytics, adminRoutes } from '../../../domain/api/routes/admin/admin.ts'
import { formatBytes, formatDate } from '../../i18n/format.ts'
import { formatCount, numberFormat } from '../../i18n/locale/locale.ts'
import { adminText } from '../../i18n/admin-text.ts'
import { PageSection } from '../../ui/page-section.tsx'
import { callAsAdmin } from './admin-request.ts'
import { MetricList } from './metric-list.tsx'
import { BarChart } from './charts.tsx'
import { NumberSelect } from '../../ui/forms/number-select.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'

const periods = [1, 7, 30, 90]

/** Jobs, failures and cost over a period. */
export function Usage() {
  const { analytics: messages } = adminText()
  const [days, setDays] = useState(30)
  const { data, error, refetch } = useQuery({
    queryKey: ['admin', 'analytics', days],
    queryFn: ({ signal }) => callAsAdmin(adminRoutes.analytics, { query: { days }, signal }),
  })
  return (
    <PageSection heading={messages.heading}>
      <label className="flex items-center gap-2 pb-3">
        <span className="text-sm font-medium">{messages.period}</span>
        <NumberSelect value={days} choices={periods} format={messages.days} onChange={setDays} />
      </label>
      {!data && <LoadFailure reason={messages.notLoaded} error={error} onRetry={refetch} />}
      {data && <UsageReport usage={data} />}
    </PageSection>
  )
}

function UsageReport({ usage }: { usage: Analytics }) {
  const { analytics: messages } = adminText()
  const { llm } = usage
  const dollars = numberFormat({ style: 'currency', currency: 'USD' })
  const metrics = [
    { name: messages.jobs, value: formatCount(usage.jobs) },
    { name: messages.batches, value: formatCount(usage.batches) },
    { name: messages.pages, value: formatCount(usage.pages) },
    { name: messages.failed, value: formatCount(usage.failed) },
    { name: messages.cached, value: formatCount(usage.cached) },
    { name: messages.bytes, value: formatBytes(usage.bytes) },
    {
      name: messages.cost,
      value: llm.cost_usd === null ? '–' : dollars.format(llm.cost_usd),
      hint: messages.calls(llm.calls),
    },
  ]
  return (
    <>
      <MetricList metrics={metrics} />
      {usage.by_day.length > 0 && (
        <div className="pt-5">
          <BarChart
            label={messages.byDay}
            bars={usage.by_day.map(({ day, jobs, failed }) => ({
              title: messages.daySummary(formatDate(day), jobs, failed),
              parts: [
                { value: jobs - failed, className: 'fill-accent' },
                { value: failed, className: 'fill-fail' },
              ],
            }))}
          />
        </div>
      )}
      <div className="grid gap-6 pt-5 sm:grid-cols-2">
        <Ranking
          heading={messages.errors}
          rows={usage.errors.map(({ code, jobs }) => ({ name: code, value: jobs }))}
        />
        <Ranking
          heading={messages.mappings}
          rows={usage.mappings.map(({ mapping, jobs }) => ({ name: mapping, value: jobs }))}
        />
      </div>
    </>
  )
}

function Ranking({ heading, rows }: { heading: string; rows: { name: string; value: number }[] }) {
  const { analytics: messages } = adminText()
  return (
    <div>
      <h3 className="pb-1 font-medium">{heading}</h3>
      {rows.length === 0 && <p className="text-ink-soft">{messages.none}</p>}
      <dl className="divide-y divide-line">
        {rows.map(({ name, value }) => (
          <div key={name} className="flex justify-between gap-4 py-1.5">
            <dt className="wrap-anywhere">
              <code>{name}</code>
            </dt>
            <dd>{formatCount(value)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
