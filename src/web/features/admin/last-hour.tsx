import type { MinuteStats } from '../../../domain/api/routes/admin/admin.ts'
import { formatSeconds, formatTimeOfDay } from '../../i18n/format.ts'
import { adminText } from '../../i18n/admin-text.ts'
import { PageSection } from '../../ui/page-section.tsx'
import { BarChart, LineChart } from './charts.tsx'

/** Throughput and latency per minute. */
export function LastHour({ minutes }: { minutes: MinuteStats[] }) {
  const { hour: messages } = adminText()
  const completed = minutes.reduce((sum, one) => sum + one.completed, 0)
  const failed = minutes.reduce((sum, one) => sum + one.failed, 0)
  const peak = Math.max(0, ...minutes.map((one) => one.completed + one.failed))
  return (
    <PageSection heading={messages.heading}>
      {completed + failed === 0 ? (
        <p className="text-ink-soft">{messages.nothing}</p>
      ) : (
        <div className="grid gap-6 md:grid-cols-2">
          <div>
            <ChartHeading
              heading={messages.throughput}
              keys={[legend.complete(messages.complete), legend.failed(messages.failed)]}
            />
            <BarChart
              label={messages.throughputSummary(completed, failed, peak)}
              bars={minutes.map((one) => ({
                title: messages.minuteSummary(
                  formatTimeOfDay(one.minute),
                  one.completed,
                  one.failed,
                ),
                parts: [
                  { value: one.completed, className: 'fill-accent' },
                  { value: one.failed, className: 'fill-fail' },
                ],
              }))}
            />
            <TimeAxis />
          </div>
          <div>
            <ChartHeading
              heading={messages.latency}
              keys={[legend.complete(messages.median), legend.doubt(messages.most)]}
            />
            <LineChart
              label={messages.latencySummary(
                formatSlowest(minutes, 'p50_seconds'),
                formatSlowest(minutes, 'p95_seconds'),
              )}
              lines={[
                { className: 'stroke-doubt', values: minutes.map((one) => one.p95_seconds) },
                { className: 'stroke-accent', values: minutes.map((one) => one.p50_seconds) },
              ]}
            />
            <TimeAxis />
          </div>
        </div>
      )}
    </PageSection>
  )
}

function formatSlowest(minutes: MinuteStats[], percentile: 'p50_seconds' | 'p95_seconds'): string {
  return formatSeconds(Math.max(0, ...minutes.map((one) => one[percentile] ?? 0)))
}

interface LegendEntry {
  name: string
  className: string
}

const legend = {
  complete: (name: string): LegendEntry => ({ name, className: 'bg-accent' }),
  failed: (name: string): LegendEntry => ({ name, className: 'bg-fail' }),
  doubt: (name: string): LegendEntry => ({ name, className: 'bg-doubt' }),
}

function ChartHeading({ heading, keys }: { heading: string; keys: LegendEntry[] }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 pb-2">
      <h3 className="font-medium">{heading}</h3>
      <p className="flex gap-4 text-sm text-ink-soft">
        {keys.map(({ name, className }) => (
          <span key={name} className="flex items-center gap-1.5">
            <span aria-hidden="true" className={`size-2.5 rounded-sm ${className}`} />
            {name}
          </span>
        ))}
      </p>
    </div>
  )
}

function TimeAxis() {
  const { hour: messages } = adminText()
  return (
    <p aria-hidden="true" className="flex justify-between text-sm text-ink-soft">
      <span>{messages.hourAgo}</span>
      <span>{messages.now}</span>
    </p>
  )
}
