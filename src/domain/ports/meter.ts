interface MetricSpec {
  name: string
  help: string
  labels?: readonly string[]
}

/** Counters. Every label has only a few possible values: no IDs, names or addresses. */
export const counters = {
  attempts: {
    name: 'docket_attempts_total',
    help: 'Attempts by outcome: complete, fail, retry, release, rescue, lost.',
    labels: ['event'],
  },
  completed: { name: 'docket_jobs_completed_total', help: 'Completed jobs.' },
  failed: {
    name: 'docket_jobs_failed_total',
    help: 'Failed jobs by code; fault is service if the document is not to blame.',
    labels: ['code', 'fault'],
  },
  pages: { name: 'docket_pages_read_total', help: 'Pages read.' },
  cache: {
    name: 'docket_cache_requests_total',
    help: 'Cache lookups, by hit and miss.',
    labels: ['cache', 'result'],
  },
  cleaned: {
    name: 'docket_cleaned_total',
    help: 'Items deleted by cleanups.',
    labels: ['kind'],
  },
  llm_tokens: {
    name: 'docket_llm_tokens_total',
    help: 'Input and output tokens of the language model.',
    labels: ['direction'],
  },
  llm_cost: {
    name: 'docket_llm_cost_dollars_total',
    help: 'Cost of the language model, if its prices are configured.',
  },
  llm_values: {
    name: 'docket_llm_values_total',
    help: 'Values of invoices from the language model: found on the page, or not_on_page and dropped.',
    labels: ['result'],
  },
  alerts: {
    name: 'docket_alert_messages_total',
    help: 'Alert messages, by channel and result.',
    labels: ['channel', 'result'],
  },
} as const satisfies Record<string, MetricSpec>

/** Histograms of durations in seconds. */
export const durations = {
  requests: {
    name: 'docket_http_request_duration_seconds',
    help: 'Duration of requests by route, from the first byte to the end of the response.',
    labels: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60],
  },
  calls: {
    name: 'docket_dependency_call_duration_seconds',
    help: 'Duration of calls to the gateway and the language model.',
    labels: ['dependency', 'outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 180],
  },
  readings: {
    name: 'docket_reading_duration_seconds',
    help: 'Duration of reading by mapping; all drafts are labelled draft.',
    labels: ['mapping'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 180],
  },
  waits: {
    name: 'docket_job_wait_seconds',
    help: 'Time that jobs waited for a worker.',
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 900, 3600],
  },
} as const satisfies Record<string, MetricSpec & { buckets: readonly number[] }>

/** Gauges, read when metrics are collected. */
export const gauges = {
  streams: { name: 'docket_streams_open', help: 'Open event streams.' },
  slots: { name: 'docket_worker_slots', help: 'Maximum concurrent documents of this worker.' },
  busy: { name: 'docket_worker_slots_busy', help: 'Documents that this worker is reading.' },
} as const satisfies Record<string, MetricSpec>

export type CounterName = keyof typeof counters
export type DurationName = keyof typeof durations
export type GaugeName = keyof typeof gauges

type LabelArgs<F> = F extends { labels: readonly (infer Label extends string)[] }
  ? [labels: Record<Label, string>]
  : [labels?: undefined]

/** Records metrics for the administrator. */
export interface Meter {
  count<Name extends CounterName>(
    name: Name,
    by: number,
    ...labels: LabelArgs<(typeof counters)[Name]>
  ): void
  time<Name extends DurationName>(
    name: Name,
    seconds: number,
    ...labels: LabelArgs<(typeof durations)[Name]>
  ): void
  /** Calls `read` on every collection. Values of gauges with the same name are added. */
  gauge(name: GaugeName, read: () => number): void
}

/** A meter that records nothing. */
export const noopMeter: Meter = { count() {}, time() {}, gauge() {} }
