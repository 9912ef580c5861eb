import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { counters, durations, type GaugeName, gauges, type Meter } from '../domain/ports/meter.ts'

export interface Metrics extends Meter {
  registry: Registry
  /** Has `refresh` awaited before the figures are shown. */
  beforeShown(refresh: () => Promise<unknown>): void
  show(): Promise<string>
}

interface Figure {
  name: string
  help: string
  labels?: readonly string[]
}

/** What this process counts and measures, as Prometheus reads it; with the figures of Node itself. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  // Named like counters, which they are not.
  for (const what of ['handles', 'requests', 'resources']) {
    registry.removeSingleMetric(`nodejs_active_${what}_total`)
  }
  const registers = [registry]
  const reads = new Map<GaugeName, (() => number)[]>()
  const refreshes: (() => Promise<unknown>)[] = []
  const counted = mapped(counters, ({ name, help, labels = [] }: Figure) => {
    return new Counter({ name, help, labelNames: labels, registers })
  })
  const timed = mapped(
    durations,
    ({ buckets, ...figure }: Figure & { buckets: readonly number[] }) => {
      const { name, help, labels = [] } = figure
      return new Histogram({ name, help, labelNames: labels, buckets: [...buckets], registers })
    },
  )
  return {
    registry,
    beforeShown: (refresh) => void refreshes.push(refresh),
    async show() {
      for (const refresh of refreshes) await refresh()
      return registry.metrics()
    },
    count: (name, by, ...[labels]) => counted[name].inc({ ...labels }, by),
    time: (name, seconds, ...[labels]) => timed[name].observe({ ...labels }, seconds),
    gauge(name, read) {
      const known = reads.get(name)
      if (known) return void known.push(read)
      const all = [read]
      reads.set(name, all)
      const collect = function (this: Gauge) {
        this.set(all.reduce((sum, one) => sum + one(), 0))
      }
      registry.registerMetric(new Gauge({ ...gauges[name], collect, registers: [] }))
    },
  }
}

function mapped<Name extends string, Given, Made>(
  table: Record<Name, Given>,
  make: (given: Given) => Made,
): Record<Name, Made> {
  const entries = Object.entries<Given>(table).map(([name, given]) => [name, make(given)])
  return Object.fromEntries(entries) as Record<Name, Made>
}
