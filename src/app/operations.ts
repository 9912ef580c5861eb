import type { Logger } from 'pino'
import { type Channel, emailChannel, webhookChannel } from '../alerts/send.ts'
import { startWatchman } from '../alerts/watchman.ts'
import type { Blobs } from '../blobs/blobs.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/db.ts'
import { createMetricsServer, type MetricsAccess } from '../http/servers/metrics.ts'
import { noTracer, type Tracer } from '../domain/ports/tracer.ts'
import { listen } from './listen.ts'
import { openMail } from './mail.ts'
import { packageVersion } from './package-info.ts'
import type { Metrics } from '../telemetry/meter.ts'

interface Base {
  config: Config
  log: Logger
  metrics: Metrics
  onClose(undo: () => Promise<unknown>): void
}

/** Keeps traces where a collector is set; its parts are loaded only then. */
export async function openTracer(
  config: Config,
  log: Logger,
  onClose: Base['onClose'],
): Promise<Tracer> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: service } = config
  if (endpoint === undefined) return noTracer
  const { createExporter } = await import('../telemetry/otlp.ts')
  const { createTracer } = await import('../telemetry/tracer.ts')
  const headers = headersIn(config.OTEL_EXPORTER_OTLP_HEADERS ?? '')
  const version = await packageVersion()
  const exporter = createExporter({ endpoint, headers, service, version, log })
  onClose(exporter.close)
  return createTracer(exporter)
}

/** `name=value,name=value`, each written as in a URL. */
function headersIn(list: string): Record<string, string> {
  const pairs = list.split(',').map((pair) => pair.split(/=(.*)/s))
  return Object.fromEntries(
    pairs.flatMap(([name = '', value]) =>
      value === undefined ? [] : [[name.trim().toLowerCase(), decoded(value.trim())]],
    ),
  )
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** Watches over the queue, and tells the operator where a way to them is set. */
export function startAlerts(app: Base & { db: Database; blobs: Blobs }): void {
  const { config, metrics: meter, blobs, onClose } = app
  const limits = {
    queue_jobs: config.ALERT_QUEUE_JOBS,
    wait_minutes: config.ALERT_WAIT_MINUTES,
    error_percent: config.ALERT_ERROR_PERCENT,
    disk_percent: config.ALERT_DISK_PERCENT,
  }
  const disk = async () => blobs.space?.()
  const channels = channelsOf(config)
  const watchman = startWatchman({ ...app, meter, limits, channels, disk })
  onClose(watchman.close)
}

function channelsOf(config: Config): Channel[] {
  const { ALERT_WEBHOOK_URL: url, ALERT_EMAIL: address } = config
  const mail = openMail(config)
  return [
    ...(url === undefined ? [] : [webhookChannel(url)]),
    ...(address === undefined || !mail ? [] : [emailChannel(address, mail.send)]),
  ]
}

/** What this process measures, and what one must send to read it. */
export function metricsAccess({
  config,
  metrics,
}: Pick<Base, 'config' | 'metrics'>): MetricsAccess {
  return { show: metrics.show, token: config.METRICS_TOKEN }
}

/** Serves the figures of this process on a port of their own, where one is set. */
export async function startMetrics(base: Base): Promise<void> {
  const { config, log, onClose } = base
  if (config.METRICS_PORT === undefined) return
  const server = createMetricsServer(metricsAccess(base), log)
  onClose(() => server.close())
  await listen(server, { HOST: config.HOST, PORT: config.METRICS_PORT }, 'METRICS_PORT')
}
