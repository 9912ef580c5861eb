import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '../../test/fixtures/random.ts'
import { makeUnique, textPdf } from '../../test/fixtures/pdfs.ts'
import type { Fleet } from './simulate.ts'
import type { Site } from './site.ts'

/** A fleet that can also run for real; then the gateway responds after the duration that `attempt` returns. */
export type Trial = Pick<Fleet, 'arrivals' | 'attempt' | 'workers'> & {
  cap: number
  /** Number of web processes, which receive the uploads in turn. Default: 1. */
  webs?: 1 | 2
}

export interface Observed {
  /** When documents were queued, relative to the first, and how long each took to complete. */
  arrivals: number[]
  sojourns: number[]
  end: number
  /** Overhead of one attempt, excluding reading. */
  overhead: number
}

/** Returns random arrival times: `count` documents at each rate per second. */
export function createArrivals(seed: number, rates: { count: number; rate: number }[]): number[] {
  const random = createRandom(seed)
  let at = 0
  return rates.flatMap(({ count, rate }) =>
    Array.from({ length: count }, () => (at -= Math.log(1 - random()) / rate)),
  )
}

interface Row {
  id: string
  queued: number
  started: number
  completed: number
}

/** Runs a trial with real uploads, a real database and real workers. The gateway of these workers only waits. */
export async function runTrial(site: Site, trial: Trial): Promise<Observed> {
  const gateway = await startGateway(trial)
  const settings = trial.workers.map((slots, nth) => ({
    WORKER_ID: `trial${nth}`,
    WORKER_CONCURRENCY: String(slots),
    MAX_CONCURRENT_GATEWAY_CALLS: String(trial.cap),
    GATEWAY_URL: gateway.url,
  }))
  try {
    const ids = await site.withWorkers(settings, async () => {
      const sent = await uploadAt(site, trial)
      await site.drained()
      return sent
    })
    const rows = await site.db.query<Row>(
      `select id, extract(epoch from created_at)::float8 as queued,
        extract(epoch from started_at)::float8 as started,
        extract(epoch from completed_at)::float8 as completed
      from jobs where id = any ($1)`,
      [ids],
    )
    return summariseRows(trial, ids, rows)
  } finally {
    gateway.close()
  }
}

/**
 * Excludes documents whose first attempt failed, because their rows have the start of the first attempt but the end of
 * the last.
 */
function summariseRows(trial: Trial, ids: string[], rows: Row[]): Observed {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const ordered = ids.map((id) => byId.get(id) as Row)
  const first = Math.min(...rows.map(({ queued }) => queued))
  const extra = ordered.flatMap(({ started, completed }, document) => {
    const { seconds, fails } = trial.attempt(document, 0)
    return fails ? [] : [completed - started - seconds]
  })
  return {
    arrivals: ordered.map(({ queued }) => queued - first),
    sojourns: ordered.map(({ queued, completed }) => completed - queued),
    end: Math.max(...ordered.map(({ completed }) => completed)) - first,
    overhead: extra.reduce((sum, one) => sum + one, 0) / extra.length,
  }
}

async function uploadAt(site: Site, { arrivals, webs = 1 }: Trial): Promise<string[]> {
  // A document with known bytes would not be read again.
  const pdf = makeUnique(await textPdf())
  const start = performance.now()
  return Promise.all(
    arrivals.map(async (at, document) => {
      await sleep(Math.max(0, start + at * 1000 - performance.now()))
      const bytes = new Uint8Array([...pdf, ...Buffer.from(`\n%document ${document}.\n`)])
      return site.upload(bytes, document % webs === 1 ? site.secondWeb : site.web)
    }),
  )
}

/** Starts a gateway that identifies a document by its last line. */
async function startGateway({ attempt }: Trial) {
  const attempts = new Map<number, number>()
  const server = createServer((request, response) => {
    void buffer(request).then(async (body) => {
      const document = Number(/%document (\d+)\./.exec(body.toString('latin1'))?.[1])
      const nth = attempts.get(document) ?? 0
      attempts.set(document, nth + 1)
      const { seconds, fails } = attempt(document, nth)
      await sleep(seconds * 1000)
      if (fails) response.writeHead(500).end()
      else response.writeHead(200, { 'content-type': 'application/xml' }).end('<read/>')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  }
}
