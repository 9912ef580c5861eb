import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Db } from '../src/db/db.ts'
import { connectPg } from '../src/db/pg.ts'
import { audit } from './audit.ts'
import { startClients } from './clients.ts'
import { drain } from './drain.ts'
import { targetedFaults, type FaultTargets, faults, externalFaults } from './faults.ts'
import { startFleet } from './fleet.ts'
import { findViolatedInvariants } from './invariants.ts'
import { createDiskServices, createS3Services } from './external-services.ts'
import { startProxiedDatabase } from './proxied-database.ts'
import { countUnfinished, describeUnfinished } from './unfinished.ts'
import { startWatchers } from './watchers.ts'
import { createRandom } from '../test/fixtures/random.ts'

export interface StormOptions {
  seconds: number
  seed: number
  /** Another built program, such as one with a defect. */
  program?: string
  /** Ends at the first violation. */
  isHunt?: boolean
  /** Uses two web processes, a bucket and a shared Redis, and injects faults into the bucket and Redis as well. */
  isFleet?: boolean
}

export interface StormReport {
  seed: number
  seconds: number
  faults: Record<string, number>
  acknowledged: number
  refused: number
  lost: number
  lost_replies: number
  streamed_events: number
  streams_resumed: number
  /** Attempts per completed job. */
  claims_per_completion: number
  rescues: number
  /** Seconds from a lease's expiry to the next claim on its job. */
  reclaim_p50_s: number
  reclaim_p99_s: number
  drain_seconds: number
  violations: string[]
}

const run = promisify(execFile)
const leaseSeconds = 2
/**
 * Seconds without any progress after which jobs count as stuck. A breaker can stay open for half a minute, and longer
 * after a failed probe.
 */
const patienceSeconds = 90

/** Runs real processes with real faults, then a calm phase, and audits all guarantees at the end. */
export async function storm({
  seconds,
  seed,
  program,
  isHunt = false,
  isFleet = false,
}: StormOptions): Promise<StormReport> {
  const random = createRandom(seed)
  const folder = await mkdtemp(path.join(tmpdir(), 'docket-storm-'))
  const undo: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  try {
    const { url, proxiedUrl, proxy } = await startProxiedDatabase(folder, undo)
    const { dataFolder, smallDisk, unmount } = await makeDataFolder(folder)
    undo.push(unmount)
    const outside = isFleet ? await createS3Services(folder) : createDiskServices(dataFolder)
    undo.push(outside.stop)
    const env = {
      DATABASE_URL: proxiedUrl,
      DATA_DIR: dataFolder,
      LEASE_TTL_SECONDS: String(leaseSeconds),
      POLL_INTERVAL_MS: '100',
      WORKER_CONCURRENCY: '4',
      MAX_RETRIES: '20',
      // A process that is stopped releases its jobs immediately.
      SHUTDOWN_GRACE_SECONDS: '0',
      LOG_LEVEL: 'silent',
      ...outside.env,
    }
    const main = program && path.join(program, 'dist/main.js')
    const fleet = await startFleet(env, { main, webs: isFleet ? 2 : 1 })
    undo.push(fleet.stop)
    const db = connectPg({ url, poolSize: 4, onError: () => undefined })
    undo.push(db.close)
    const watchers = startWatchers(fleet.url)
    undo.push(() => watchers.stop(0))
    const { blobs, storage, redis } = outside
    const audience = { onBatch: watchers.follow, uploaders: 6 }
    const site = { url: fleet.url, db, blobs, folder }
    const clients = await startClients({ ...site, random, ...audience })
    undo.push(clients.stop)
    const pidFile = path.join(folder, 'postgres/cluster/postmaster.pid')
    const restartPostgres = () =>
      void readFile(pidFile, 'utf8').then((text) =>
        process.kill(Number(text.split('\n')[0]), 'SIGQUIT'),
      )
    const shared = { fleet, proxy, storage, redis, db, random }
    const field = { ...shared, leaseSeconds, smallDisk, restartPostgres }

    const counts = await injectFaults(field, seconds, isHunt ? url : undefined)
    await clients.stop()
    proxy.heal()
    storage?.heal()
    // All dependencies work again, so breakers probe now and, if that fails, again soon instead of minutes later.
    await db.query(
      `update dependencies set probe_at = now(), probe_delay_seconds = 1 where opened_at is not null`,
    )
    await db.query(`update jobs set run_at = now() where status = 'queued' and run_at > now()`)
    const calmStartedAt = performance.now()
    const unfinished = await drain(() => countUnfinished(db), isHunt ? 30 : patienceSeconds)
    const drain_seconds = Math.round((performance.now() - calmStartedAt) / 100) / 10
    const unseen = await watchers.stop(20_000)
    const { journal, refused } = clients
    const { lost, violations } = await audit({ db, urls: await fleet.allUrls(), blobs, journal })
    const broken = await findViolatedInvariants(url)
    const metrics = await readMetrics(db)
    return {
      seed,
      seconds,
      faults: counts,
      acknowledged: journal.size,
      refused,
      lost,
      lost_replies: proxy.lostReplies,
      streamed_events: watchers.events,
      streams_resumed: watchers.reconnections,
      ...metrics,
      drain_seconds,
      violations: [
        ...broken,
        ...violations,
        ...(await describeUnfinished(db, unfinished)),
        ...watchers.violations.slice(0, 5),
        ...(unseen > 0 ? [`those who watch see the end: ${unseen} did not`] : []),
        ...fleet.badExits.map((exit) => `SIGTERM ends with 0: ${exit}`),
      ],
    }
  } finally {
    for (const step of undo.reverse()) await step()
  }
}

/** Mounts a 200 MB disk if permitted; otherwise no fault fills the disk. */
async function makeDataFolder(folder: string) {
  const dataFolder = path.join(folder, 'data')
  await mkdir(dataFolder)
  const mounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=200m', 'tmpfs', dataFolder]).then(
    () => true,
    () => false,
  )
  const unmount = async () => {
    if (mounted) await run('umount', ['-l', dataFolder])
  }
  return { dataFolder, smallDisk: mounted ? dataFolder : undefined, unmount }
}

/** Injects one fault after another, in an order derived from the seed, with pauses in between. */
async function injectFaults(
  field: FaultTargets,
  seconds: number,
  watchedUrl: string | undefined,
): Promise<Record<string, number>> {
  const known = field.storage === undefined ? faults : { ...faults, ...externalFaults }
  const counts: Record<string, number> = {}
  const end = Date.now() + seconds * 1000
  let remainingFaults = watchedUrl === undefined ? [] : [...targetedFaults]
  while (Date.now() < end) {
    if (remainingFaults.length === 0) remainingFaults = shuffle(Object.keys(known), field.random)
    const name = remainingFaults.pop() ?? ''
    await known[name]?.(field).catch(() => undefined)
    counts[name] = (counts[name] ?? 0) + 1
    await sleep(200 + 400 * field.random())
    if (watchedUrl === undefined) continue
    const found = await findViolatedInvariants(watchedUrl).catch(() => [])
    if (found.length > 0) break
  }
  return counts
}

function shuffle<Item>(items: Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item)
}

async function readMetrics(db: Db) {
  const [row] = await db.query<{ claims: number; completions: number; rescues: number }>(
    `select count(*) filter (where type = 'claim')::int as claims,
      count(*) filter (where type = 'complete')::int as completions,
      count(*) filter (where type = 'rescue')::int as rescues from events`,
  )
  const waits = await db.query<{ seconds: number }>(
    `select extract(epoch from claim.created_at - rescue.created_at)::float8 as seconds
    from events as rescue
    join lateral (
      select created_at from events
      where job_id = rescue.job_id and type = 'claim' and number > rescue.number
      order by number limit 1
    ) as claim on true
    where rescue.type = 'rescue' order by 1`,
  )
  const percentile = (share: number) => waits[Math.floor((waits.length - 1) * share)]?.seconds ?? 0
  const round = (value: number) => Math.round(value * 100) / 100
  return {
    claims_per_completion: round((row?.claims ?? 0) / Math.max(1, row?.completions ?? 0)),
    rescues: row?.rescues ?? 0,
    reclaim_p50_s: round(percentile(0.5)),
    reclaim_p99_s: round(percentile(0.99)),
  }
}
