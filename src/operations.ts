import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { createMetricsServer, type MetricsAccess } from './http/metrics.ts'
import { listen } from './listen.ts'
import type { Metrics } from './telemetry/meter.ts'

interface Base {
  config: Config
  log: Logger
  metrics: Metrics
  onClose(undo: () => Promise<unknown>): void
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
