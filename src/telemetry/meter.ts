import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { counters, durations, type GaugeName, gauges, type Meter } from '../domain/ports/meter.ts'

export interface Metrics extends Meter {
  registry: Registry
  /** Registers a function that is awaited before each scrape. */
  beforeScrape(refresh: () => Promise<unknown>): void
  render(): Promise<string>
}

interface MetricSpec {
  name: string
  help: string
  labels?: readonly string[]
}

/** Creates the Prometheus registry of this process, with Node's default metrics. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  // These metrics are gauges despite their names.
  for (const name of ['handles', 'requests', 'resources']) {
    registry.removeSingleMetric(`nodejs_active_${name}_total`)
  }
  const registers = [registry]
  const gaugeReaders = new Map<GaugeName, (() => number)[]>()
  const refreshes: (() => Promise<unknown>)[] = []
  const countersByName = mapValues(counters, ({ name, help, labels = [] }: MetricSpec) => {
    return new Counter({ name, help, labelNames: labels, registers })
  })
  const histograms = mapValues(
    durations,
    ({ buckets, ...spec }: MetricSpec & { buckets: readonly number[] }) => {
      const { name, help, labels = [] } = spec
      return new Histogram({ name, help, labelNames: labels, buckets: [...buckets], registers })
    },
  )
  return {
    registry,
    beforeScrape: (refresh) => void refreshes.push(refresh),
    async render() {
      for (const refresh of refreshes) await refresh()
      return registry.metrics()
    },
    count: (name, by, ...[labels]) => countersByName[name].inc({ ...labels }, by),
    time: (name, seconds, ...[labels]) => histograms[name].observe({ ...labels }, seconds),
    gauge(name, read) {
      const known = gaugeReaders.get(name)
      if (known) return void known.push(read)
      const all = [read]
      gaugeReaders.set(name, all)
      const collect = function (this: Gauge) {
        this.set(all.reduce((sum, one) => sum + one(), 0))
      }
      registry.registerMetric(new Gauge({ ...gauges[name], collect, registers: [] }))
    },
  }
}

function mapValues<Name extends string, Given, Made>(
  table: Record<Name, Given>,
  make: (spec: Given) => Made,
): Record<Name, Made> {
  const entries = Object.entries<Given>(table).map(([name, spec]) => [name, make(spec)])
  return Object.fromEntries(entries) as Record<Name, Made>
}
