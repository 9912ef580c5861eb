import type { Logger } from 'pino'
import { type Channel, emailChannel, webhookChannel } from '../alerts/send.ts'
import { startAlertMonitor } from '../alerts/alert-monitor.ts'
import { probeStorage } from '../blobs/probe-storage.ts'
import type { Config } from '../config.ts'
import { createMetricsServer, type MetricsAccess } from '../http/servers/metrics.ts'
import { noopTracer, type Tracer } from '../domain/ports/tracer.ts'
import type { CoreServices } from './core.ts'
import { listen } from './listen.ts'
import { packageVersion } from './package-info.ts'
import type { Services } from './services.ts'

/** Exports traces if a collector is configured. Loads the exporter only then. */
export async function openTracer(
  config: Config,
  log: Logger,
  onClose: CoreServices['onClose'],
): Promise<Tracer> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: service } = config
  if (endpoint === undefined) return noopTracer
  const { createExporter } = await import('../telemetry/otlp.ts')
  const { createTracer } = await import('../telemetry/tracer.ts')
  const headers = parseHeaders(config.OTEL_EXPORTER_OTLP_HEADERS ?? '')
  const version = await packageVersion()
  const exporter = createExporter({ endpoint, headers, service, version, log })
  onClose(exporter.close)
  return createTracer(exporter)
}

/** Parses `name=value,name=value`, where values are URL-encoded. */
function parseHeaders(list: string): Record<string, string> {
  const pairs = list.split(',').map((pair) => pair.split(/=(.*)/s))
  return Object.fromEntries(
    pairs.flatMap(([name = '', value]) =>
      value === undefined ? [] : [[name.trim().toLowerCase(), decode(value.trim())]],
    ),
  )
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** Watches the queue, the disk and the storage, and alerts the administrator over the configured channels. */
export function startAlerts(services: Services): void {
  const { config, metrics: meter, blobs, mail, onClose } = services
  const limits = {
    queue_jobs: config.ALERT_QUEUE_LENGTH,
    wait_minutes: config.ALERT_WAIT_MINUTES,
    error_percent: config.ALERT_ERROR_PERCENT,
    disk_percent: config.ALERT_DISK_PERCENT,
  }
  const disk = async () => blobs.space?.()
  const channels = alertChannels(config, mail)
  const alertMonitor = startAlertMonitor({
    ...services,
    meter,
    limits,
    channels,
    disk,
    probeStorage: () => probeStorage(blobs),
  })
  onClose(alertMonitor.close)
}

function alertChannels(config: Config, mail: Services['mail']): Channel[] {
  const { ALERT_WEBHOOK_URL: url, ALERT_EMAIL: address } = config
  return [
    ...(url === undefined ? [] : [webhookChannel(url)]),
    ...(address === undefined || !mail ? [] : [emailChannel(address, mail.send)]),
  ]
}

/** Returns this process's metrics and the token required to read them. */
export function metricsAccess({
  config,
  metrics,
}: Pick<CoreServices, 'config' | 'metrics'>): MetricsAccess {
  return { render: metrics.render, token: config.METRICS_TOKEN }
}

/** Serves metrics and health checks on `METRICS_PORT`, if that is set. A gateway is ready even without a database. */
export async function startMetrics(core: CoreServices | Services): Promise<void> {
  const { config, log, onClose } = core
  if (config.METRICS_PORT === undefined) return
  const check = 'readiness' in core ? core.readiness.check : undefined
  const server = createMetricsServer(metricsAccess(core), log, check)
  onClose(() => server.close())
  await listen(server, { HOST: config.HOST, PORT: config.METRICS_PORT }, 'METRICS_PORT')
}
