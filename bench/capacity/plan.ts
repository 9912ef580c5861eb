import { createRandom } from '../../test/fixtures/random.ts'
import type { Costs } from './costs.ts'
import { simulate } from './simulate.ts'
import { createArrivals } from './trial.ts'

/** Ratio of the busiest hour's load to the average load, and the share of each core that may be used in that hour. */
const peak = 4
const busiest = 0.6
/** Typical size of an upload; the sample is far smaller than a scan or a page with a logo. */
const typicalUploadBytes = 200_000

export interface Plan {
  documents_a_day: number
  peak_per_s: number
  web_cores: number
  worker_cores: number
  database_cores: number
  /** Stored data: uploads for 7 days, results for 30 days, and one year of rows, which are never deleted. */
  stored_gb: number
  database_gb_a_year: number
}

export function planFleet(documents: number, costs: Costs): Plan {
  const rate = (documents / 86_400) * peak
  const cores = (ms: number) => Number(((rate * ms) / 1000 / busiest).toPrecision(2))
  const gb = (bytes: number) => Number((bytes / 1e9).toPrecision(2))
  return {
    documents_a_day: documents,
    peak_per_s: Number(rate.toPrecision(3)),
    web_cores: cores(costs.web_ms),
    worker_cores: cores(costs.worker_ms),
    database_cores: cores(costs.database_ms),
    stored_gb: gb(documents * (7 * typicalUploadBytes + 30 * costs.result_bytes)),
    database_gb_a_year: gb(documents * 365 * costs.database_bytes),
  }
}

export interface Load {
  per_s: number
  wait_p95_s: number
  /** Share of the database's cores in use. */
  database_load: number
}

/**
 * Simulates one minute of the busiest hour on a database with `cores` cores and more workers than needed, one of which
 * dies. Returns how long documents wait to be claimed. `serial` is the time that a claim holds the lock.
 */
export function simulateRate(rate: number, costs: Costs, cores: number, serial: number): Load {
  const service = costs.worker_ms / 1000
  const perWorker = 4
  const workers = Math.ceil((rate * service) / perWorker / busiest) + 1
  const total = costs.database_ms / 1000
  const run = Math.max(total / 2, serial)
  const count = Math.min(100_000, Math.ceil(rate * 60))
  const random = createRandom(1)
  const { waits, databaseLoad } = simulate({
    arrivals: createArrivals(1, [{ count, rate }]),
    attempt: () => ({ seconds: service * (0.5 + random()) }),
    workers: Array.from({ length: workers }, () => perWorker),
    database: { cores, enqueue: total - Math.min(run, total), run, serial },
    crashes: [{ at: count / rate / 2, worker: 0, down: 5 }],
  })
  const sorted = waits.toSorted((a, b) => a - b)
  const wait_p95_s = Number((sorted[Math.floor(sorted.length * 0.95)] ?? 0).toPrecision(2))
  return { per_s: rate, wait_p95_s, database_load: Number(databaseLoad.toFixed(2)) }
}

/** Returns the highest rate at which 95% of documents are claimed within a second. */
export function findLimit(costs: Costs, cores: number, serial: number): number {
  let [low, high] = [1, 1]
  while (simulateRate(high, costs, cores, serial).wait_p95_s < 1) {
    low = high
    high *= 2
  }
  while (high / low > 1.05) {
    const middle = Math.sqrt(low * high)
    if (simulateRate(middle, costs, cores, serial).wait_p95_s < 1) low = middle
    else high = middle
  }
  return Math.round(low)
}

/**
 * Returns the share of all documents on the largest shard, if owners are assigned at random and some send far more than
 * others.
 */
export function largestShardShare(shards: number, owners = 10_000): number {
  const random = createRandom(1)
  const loads = Array.from({ length: shards }, () => 0)
  let sum = 0
  for (let rank = 1; rank <= owners; rank++) {
    const share = 1 / rank ** 0.8
    const shard = Math.floor(random() * shards)
    loads[shard] = (loads[shard] ?? 0) + share
    sum += share
  }
  return Number((Math.max(...loads) / sum).toPrecision(3))
}
