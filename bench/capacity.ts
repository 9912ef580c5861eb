import { createRandom } from '../test/fixtures/random.ts'
import { type Costs, measureCosts } from './capacity/costs.ts'
import { simulateRate, largestShardShare, findLimit, planFleet } from './capacity/plan.ts'
import { simulate } from './capacity/simulate.ts'
import { openSite } from './capacity/site.ts'
import { createArrivals, type Observed, runTrial, type Trial } from './capacity/trial.ts'

const fewestCores = 2

/** Measures the cost per document, compares the simulated fleet with a real one, and plans larger fleets. */
export async function benchCapacity() {
  const site = await openSite()
  try {
    const costs = await measureCosts(site)
    const small = await runTrial(site, fitted)
    const other = await runTrial(site, predicted)
    const { overhead } = small
    const grid = []
    for (const [workers, webs] of gridSizes) {
      const trial = createGridTrial(workers, webs)
      grid.push({ workers, webs, ...compare(trial, await runTrial(site, trial), overhead) })
    }
    return {
      costs,
      overhead_s: round(overhead),
      fitted: compare(fitted, small, overhead),
      predicted: compare(predicted, other, overhead),
      grid,
      plans: [1e4, 1e6, 1e8].map((documents) => simulatedPlan(documents, costs)),
      one_database: [2, 4, 8, 16, 32].map((cores) => ({
        cores,
        claims_of_one_per_s: findLimit(costs, cores, costs.claim_ms_one / 1000),
        claims_of_fifty_per_s: findLimit(costs, cores, costs.claim_ms_fifty / 1000),
      })),
      fullest_shard: [4, 8, 12].map((shards) => ({ shards, share: largestShardShare(shards) })),
    }
  } finally {
    await site.stop()
  }
}

/** Simulates the busiest minute with the planned number of database cores. */
function simulatedPlan(documents: number, costs: Costs) {
  const plan = planFleet(documents, costs)
  const cores = Math.max(fewestCores, Math.ceil(plan.database_cores))
  return {
    ...plan,
    busiest: simulateRate(plan.peak_per_s, costs, cores, costs.claim_ms_fifty / 1000),
  }
}

/** One worker at a load of 75%, without failures. */
const fitted: Trial = {
  arrivals: createArrivals(1, [{ count: 45, rate: 3 }]),
  attempt: (document) => ({ seconds: createRandom(document + 1)() * 2 }),
  workers: [4],
  cap: 100,
}

/**
 * Three workers that share a cap, under a burst and then a trickle of documents. Durations vary, and 10% of first
 * attempts fail.
 */
const predicted: Trial = {
  arrivals: createArrivals(2, [
    { count: 35, rate: 8 },
    { count: 25, rate: 3 },
  ]),
  attempt: (document, nth) => ({
    seconds: 0.4 + createRandom(document + 1000)() * 0.8,
    fails: nth === 0 && document % 10 === 3,
  }),
  workers: [3, 3, 2],
  cap: 5,
}

const gridSizes = ([1, 2] as const).flatMap((webs) =>
  [1, 2, 4].map((workers) => [workers, webs] as const),
)

/** Workers with two slots each, at a load of 70%. All trials last equally long, so more workers get more documents. */
function createGridTrial(workers: number, webs: 1 | 2): Trial {
  return {
    arrivals: createArrivals(workers, [{ count: 20 * workers, rate: 2 * workers }]),
    attempt: (document) => ({ seconds: 0.3 + createRandom(document + 2000)() * 0.8 }),
    workers: Array.from({ length: workers }, () => 2),
    cap: 100,
    webs,
  }
}

/** Compares a real fleet with a simulation that receives the same documents at the same times. */
function compare(trial: Trial, real: Observed, overhead: number) {
  const random = createRandom(9)
  const retryWait = (retry: number) => 5 * 2 ** retry + 5 * random()
  const order = real.arrivals
    .map((at, document) => ({ at, document }))
    .toSorted((a, b) => a.at - b.at)
  const simulated = simulate({
    ...trial,
    arrivals: order.map(({ at }) => at),
    attempt: (nth, retry) => trial.attempt(order[nth]?.document ?? 0, retry),
    overhead,
    retryWait,
  })
  const [measured, expected] = [summarise(real), summarise(simulated)]
  return { measured, simulated: expected, off_by: round(expected.mean_s / measured.mean_s - 1) }
}

function summarise({ sojourns, end }: { sojourns: (number | undefined)[]; end: number }) {
  const known = sojourns.filter((one) => one !== undefined).toSorted((a, b) => a - b)
  const mean = known.reduce((sum, one) => sum + one, 0) / known.length
  const p95 = known[Math.floor(known.length * 0.95)] ?? 0
  return { mean_s: round(mean), p95_s: round(p95), all_done_s: round(end) }
}

const round = (value: number) => Number(value.toFixed(3))
