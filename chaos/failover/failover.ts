import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fsBlobs } from '../../src/blobs/fs.ts'
import type { Db } from '../../src/db/db.ts'
import { connectPg } from '../../src/db/pg.ts'
import { createRandom } from '../../test/fixtures/random.ts'
import { audit } from '../audit.ts'
import { startClients } from '../clients.ts'
import { drain } from '../drain.ts'
import { type Fleet, startFleet, workers } from '../fleet.ts'
import { findViolatedInvariants } from '../invariants.ts'
import { countUnfinished, describeUnfinished } from '../unfinished.ts'
import { startWatchers } from '../watchers.ts'
import { createProbe, findSilentWorkers, type Probe } from './availability.ts'
import { startDownloaders } from './downloaders.ts'
import { type Moment, momentNames, waitForMoment, waitForUnreplicatedCommit } from './moments.ts'
import { recoverLost } from './recover-lost.ts'
import {
  type ReplicatedDatabase,
  type ReplicationMode,
  startReplicatedDatabase,
} from './replication.ts'

export interface FailoverOptions {
  seconds: number
  seed: number
  replication?: ReplicationMode
  /** Another built program, such as one with a defect. */
  program?: string | undefined
  /** Receives progress messages. */
  log?: (text: string) => void
}

/** One failover; times are in seconds from the death of the primary. */
interface Failover {
  fault: Fault
  moment: Moment
  promoted_s: number
  /** Time at which every web process had acknowledged an upload again. */
  writing_s: number
}

/**
 * Ways to take down the primary: kill it; kill it while a commit has not reached the standby; or freeze it, so that its
 * connections stay open but nothing responds.
 */
const faults = ['lag and kill', 'kill', 'freeze'] as const
type Fault = (typeof faults)[number]

export interface FailoverReport {
  seed: number
  seconds: number
  replication: ReplicationMode
  failovers: Failover[]
  acknowledged: number
  refused: number
  lost: number
  /** Number of lost uploads that `docket recover` restored. Uploads can be lost only with asynchronous replication. */
  recovered: number
  downloads: number
  streamed_events: number
  streams_resumed: number
  drain_seconds: number
  violations: string[]
}

const leaseSeconds = 2
const patienceSeconds = 60

/**
 * Runs two web processes and three workers with a replicated database whose primary is killed repeatedly. Each time,
 * the standby is promoted, and the old primary becomes its standby. At the end, audits all guarantees.
 */
export async function failOver({
  seconds,
  seed,
  replication = 'synchronous',
  program,
  log = () => undefined,
}: FailoverOptions): Promise<FailoverReport> {
  const random = createRandom(seed)
  // A separate generator, because the number of random numbers that the clients use varies.
  const planRandom = createRandom(seed + 1)
  const folder = await mkdtemp(path.join(tmpdir(), 'docket-failover-'))
  const undo: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  try {
    const servers = await startReplicatedDatabase(path.join(folder, 'servers'), replication)
    undo.push(servers.stop)
    const dataFolder = path.join(folder, 'data')
    const env = toEnv(servers.url, dataFolder)
    const main = program && path.join(program, 'dist/main.js')
    const fleet = await startFleet(env, { main, webs: 2, hasGateway: false })
    undo.push(fleet.stop)
    const db = connectPg({ url: servers.url, poolSize: 8, onError: () => undefined })
    undo.push(db.close)
    const watchers = startWatchers(fleet.url)
    undo.push(() => watchers.stop(0))
    const blobs = fsBlobs(path.join(dataFolder, 'blobs'))
    const statuses = new Map<number, number>()
    const onStatus = (status: number) => void statuses.set(status, (statuses.get(status) ?? 0) + 1)
    const clients = await startClients({
      url: fleet.url,
      db,
      blobs,
      folder,
      random,
      onStatus,
      onBatch: watchers.follow,
      uploaders: 3,
      batchPauseMs: 2000,
      cancelPauseMs: 3000,
    })
    undo.push(clients.stop)
    const { journal } = clients
    const downloaders = startDownloaders(fleet.url, { journal, random, count: 2 })
    undo.push(downloaders.stop)

    const probe = await createProbe(db, journal, onStatus)
    const site = {
      servers,
      fleet,
      db,
      probe,
      random: planRandom,
      log,
      acknowledged: () => journal.size,
    }
    const { failovers, violations: unavailable } = await repeatFailovers(site, seconds)
    await Promise.all([clients.stop(), downloaders.stop()])
    log(`${journal.size} uploads are acknowledged; waiting for their results`)
    const calmStartedAt = performance.now()
    await db.query(`update jobs set run_at = now() where status = 'queued' and run_at > now()`)
    // Processes that have not found the new primary cannot finish any job.
    const patience = unavailable.length > 0 ? 0 : patienceSeconds
    const unfinished = await drain(() => countUnfinished(db), patience)
    const drain_seconds = toSeconds(calmStartedAt)
    const stuck = await describeUnfinished(db, unfinished)
    log('auditing')
    const unseen = await watchers.stop(patience * 1000)
    const urls = unavailable.length > 0 ? [] : await fleet.allUrls()
    const found = await audit({ db, urls, blobs, journal })
    const recovered =
      found.lost === 0 ? 0 : await recoverLost({ db, blobs, journal, urls, env, main })
    return {
      seed,
      seconds,
      replication,
      failovers,
      acknowledged: journal.size,
      refused: clients.refused,
      lost: found.lost,
      recovered,
      downloads: downloaders.downloads,
      streamed_events: watchers.events,
      streams_resumed: watchers.reconnections,
      drain_seconds,
      violations: [
        ...unavailable,
        ...found.violations,
        ...(await findViolatedInvariants(servers.primaryUrl())),
        ...stuck,
        ...watchers.violations.slice(0, 5),
        ...(unseen > 0 ? [`those who watch see the end: ${unseen} did not`] : []),
        ...downloaders.violations.slice(0, 5),
        ...describeUnexpected(statuses),
        ...fleet.crashes.map((crash) => `a process survives a failover: ${crash}`),
      ],
    }
  } finally {
    for (const step of undo.reverse()) await step()
  }
}

function toEnv(url: string, dataFolder: string): Record<string, string> {
  return {
    DATABASE_URL: url,
    DATA_DIR: dataFolder,
    LEASE_TTL_SECONDS: String(leaseSeconds),
    POLL_INTERVAL_MS: '100',
    WORKER_CONCURRENCY: '2',
    MAX_RETRIES: '20',
    LOG_LEVEL: 'silent',
  }
}

interface Site {
  servers: ReplicatedDatabase
  fleet: Fleet
  db: Db
  probe: Probe
  random: () => number
  log: (text: string) => void
  acknowledged: () => number
}

/** Fails over at least once. Does not create another standby after the last failover. */
async function repeatFailovers(site: Site, seconds: number) {
  const end = performance.now() + seconds * 1000
  const failovers: Failover[] = []
  const violations: string[] = []
  let moments: Moment[] = []
  // The first upload starts the children that check uploads, which takes seconds on a busy machine.
  await site.probe.measure(await site.fleet.allUrls(), performance.now())
  for (;;) {
    if (moments.length === 0) moments = shuffle(momentNames, site.random)
    const moment = moments.pop() ?? 'documents are read'
    await sleep(1000 + 2000 * site.random())
    const fault = faults[failovers.length % faults.length] ?? 'kill'
    const result = await failOverOnce(site, { moment, fault })
    failovers.push(result.failover)
    violations.push(...result.violations)
    site.log(JSON.stringify(result))
    if (performance.now() > end || violations.length > 0) return { failovers, violations }
    await site.servers.rebuildStandby()
  }
}

type Plan = Pick<Failover, 'moment' | 'fault'>

/** Waits for the planned moment, then takes down the primary. */
async function endPrimary({ servers, acknowledged }: Site, { moment, fault }: Plan): Promise<void> {
  const primaryUrl = servers.primaryUrl()
  await waitForMoment(primaryUrl, moment)
  if (fault === 'lag and kill') {
    await servers.stopReplication()
    await waitForUnreplicatedCommit(primaryUrl, acknowledged)
  }
  await (fault === 'freeze' ? servers.freezePrimary() : servers.killPrimary())
}

async function failOverOnce(
  site: Site,
  plan: Plan,
): Promise<{ failover: Failover; violations: string[] }> {
  const { servers, fleet, db, probe, random } = site
  await endPrimary(site, plan)
  const killedAt = performance.now()
  const writing = probe.measure(await fleet.allUrls(), killedAt)
  await sleep(2000 * random())
  await servers.promote()
  const promoted_s = toSeconds(killedAt)
  const since = new Date().toISOString()
  const [seconds, silent] = await Promise.all([writing, findSilentWorkers(db, workers, since)])
  const stuck = fleet.webs.filter((_, nth) => seconds[nth] === undefined)
  return {
    failover: { ...plan, promoted_s, writing_s: Math.max(...seconds.map((s) => s ?? 0)) },
    violations: [
      ...stuck.map((name) => `every web process writes after a failover: ${name} does not`),
      ...silent.map((name) => `every worker works after a failover: ${name} does not`),
    ],
  }
}

const allowedStatuses = new Set([202, 503])

function describeUnexpected(statuses: Map<number, number>): string[] {
  return [...statuses]
    .filter(([status]) => !allowedStatuses.has(status))
    .map(([status, count]) => `an upload gets 202 or 503: ${count} got ${status}`)
}

function toSeconds(since: number): number {
  return Math.round((performance.now() - since) / 100) / 10
}

function shuffle<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item)
}
