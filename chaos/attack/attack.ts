import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { readConfig } from '../../src/config.ts'
import type { Database } from '../../src/db/db.ts'
import { startEmbedded } from '../../src/db/embedded/server.ts'
import { connectPg } from '../../src/db/pg.ts'
import { startDocket } from '../processes.ts'
import { type HonestReport, startHonestClients } from './honest-clients.ts'
import { watchMemory } from './memory.ts'
import type { Tally } from './tally.ts'

export interface AttackReport {
  seed: number
  seconds: number
  quiet: HonestReport
  attacked: HonestReport
  /** Honest clients' p95 during the attack divided by their p95 before it. */
  slowdown: number
  /** Peak resident memory of the server process, in MB. */
  memory_mb: { quiet: number; attacked: number }
  attacks: Tally
  /** Number of hostile documents by final state. */
  jobs: Record<string, number>
  /** Time from the end of the attack until every job has reached a final state. */
  drain_seconds: number
  violations: string[]
}

interface Options {
  seconds: number
  seed: number
  /** Number of hostile PDFs uploaded at once. */
  pdfs?: number
  /** Number of streams opened at once. */
  streams?: number
  /** Folder of another build, for tests of this harness. */
  program?: string | undefined
}

const maxSlowdown = 3
const maxGrowthMb = 600
/**
 * Minimum rate of hostile requests. At a lower rate, the machine was too busy for the run to prove anything. An idle
 * machine sends hundreds per second.
 */
const minRequestsPerSecond = 50
const maxDrainSeconds = 300

/** The default limits. Other chaos runs raise them. */
const defaults = readConfig({})
const defaultLimits = {
  UPLOADS_PER_MINUTE: String(defaults.UPLOADS_PER_MINUTE),
  UPLOADS_PER_MINUTE_PER_IP: String(defaults.UPLOADS_PER_MINUTE_PER_IP),
  MAX_STREAMS_PER_OWNER: String(defaults.MAX_STREAMS_PER_OWNER),
}

/**
 * Measures honest clients alone, then alongside every kind of hostile traffic, and waits until every document has
 * reached a final state.
 */
export async function attack(options: Options): Promise<AttackReport> {
  const { seconds, seed, pdfs = 200, streams = 10_000, program } = options
  const folder = await mkdtemp(path.join(tmpdir(), 'docket-attack-'))
  const server = await startEmbedded({ folder: path.join(folder, 'postgres') })
  const db = connectPg({ url: server.url, poolSize: 2, onError: () => undefined })
  const env = { DATA_DIR: folder, DATABASE_URL: server.url, ...defaultLimits }
  const main = program === undefined ? undefined : path.join(program, 'dist/main.js')
  const docket = await startDocket('up', env, main)
  const memory = watchMemory(docket.child.pid ?? 0)
  try {
    const honest = await startHonestClients(docket.url)
    await sleep(5_000)
    // Discards the requests that warmed up the server.
    honest.report()
    await sleep(Math.max(15, seconds / 2) * 1000)
    const [quiet, quietMb] = [honest.report(), memory.peakMb()]
    const traffic = await sendTraffic(docket.url, [seconds, seed, pdfs, streams])
    const [attacked, attackedMb] = [honest.report(), memory.peakMb()]
    await honest.stop()
    const { jobs, drain_seconds } = await awaitFinalStates(db)
    const left = await awaitNoTemporaryFiles(path.join(folder, 'tmp'))
    const report = {
      seed,
      seconds,
      quiet,
      attacked,
      slowdown: Math.round((attacked.p95_ms / quiet.p95_ms) * 100) / 100,
      memory_mb: { quiet: quietMb, attacked: attackedMb },
      attacks: traffic.tally,
      jobs,
      drain_seconds,
    }
    const violations = [...traffic.violations, ...honest.failures, ...judge(report)]
    if (left.length > 0) violations.push(`${left.length} temporary files are left`)
    return { ...report, violations }
  } finally {
    memory.stop()
    docket.child.kill('SIGTERM')
    await docket.ended
    await db.close()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function sendTraffic(
  url: string,
  numbers: number[],
): Promise<{ tally: Tally; violations: string[] }> {
  const script = path.join(import.meta.dirname, 'send-traffic.ts')
  const args = ['--import', 'tsx', script, url, ...numbers.map(String)]
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 24 })
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Awaited<
    ReturnType<typeof sendTraffic>
  >
}

/** Returns the temporary files that remain. Unused folders are kept for half a second after the last document. */
async function awaitNoTemporaryFiles(folder: string): Promise<string[]> {
  for (let attempt = 0; ; attempt++) {
    const left = await readdir(folder).catch(() => [])
    if (left.length === 0 || attempt === 20) return left
    await sleep(500)
  }
}

async function awaitFinalStates(db: Database) {
  const startedAt = performance.now()
  const elapsed = () => (performance.now() - startedAt) / 1000
  for (;;) {
    const rows = await db.query<{ state: string; count: number }>(
      `select case status when 'failed' then error_code else status end as state,
        count(*)::int as count
      from jobs group by 1 order by 2 desc`,
    )
    const jobs = Object.fromEntries(rows.map(({ state, count }) => [state, count]))
    const isOver = !('queued' in jobs) && !('processing' in jobs)
    if (isOver || elapsed() > maxDrainSeconds) {
      return { jobs, drain_seconds: Math.round(elapsed()) }
    }
    await sleep(500)
  }
}

/** Attacks that keep connections open instead of sending requests. */
const connections = ['streams', 'slow bodies', 'steady bodies']

/** Counts requests, excluding those on these connections, which cost their sender nothing. */
function countRequests(attacks: Tally): number {
  const requests = Object.entries(attacks).filter(([name]) => !connections.includes(name))
  const counts = requests.flatMap(([, outcomes]) => Object.values(outcomes))
  return counts.reduce((total, count) => total + count, 0)
}

function judge(report: Omit<AttackReport, 'violations'>): string[] {
  const { quiet, attacked, slowdown, memory_mb, jobs } = report
  const growth = memory_mb.attacked - memory_mb.quiet
  const sessions = report.attacks['new sessions']?.['201'] ?? 0
  const trials = report.attacks['patterns']?.['200'] ?? 0
  const unfinished = (jobs.queued ?? 0) + (jobs.processing ?? 0)
  const isWeak = countRequests(report.attacks) < minRequestsPerSecond * report.seconds
  return [
    ...(isWeak ? [`only ${countRequests(report.attacks)} hostile requests were sent`] : []),
    ...(slowdown > maxSlowdown
      ? [`honest p95 rose from ${quiet.p95_ms} to ${attacked.p95_ms} ms`]
      : []),
    ...(growth > maxGrowthMb ? [`memory grew by ${growth} MB`] : []),
    ...(sessions > defaults.SESSIONS_PER_HOUR_PER_IP
      ? [`one address started ${sessions} sessions`]
      : []),
    ...(trials === 0 ? ['no mapping trial ran'] : []),
    ...(unfinished > 0 ? [`${unfinished} jobs are not in a final state`] : []),
  ]
}
