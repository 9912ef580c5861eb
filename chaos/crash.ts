import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Job } from '../src/domain/job/job.ts'
import type { JobsPage } from '../src/domain/api/routes/jobs.ts'
import { textPdf } from '../test/fixtures/pdfs.ts'
import { createRandom } from '../test/fixtures/random.ts'
import { drain } from './drain.ts'
import { findViolatedInvariants } from './invariants.ts'
import { type DocketProcess, startDocket } from './processes.ts'

export interface CrashOptions {
  rounds: number
  uploads: number
  seed: number
}

export interface CrashReport {
  rounds: number
  acknowledged: number
  refused: number
  lost: number
  unfinished: number
  wrong: number
  violations: string[]
  seconds: number
}

/** Acknowledged uploads: id → hash of the bytes sent. */
type Journal = Map<string, string>

const clients = 8

/** The session cookie from the first response. */
let cookie = ''

/**
 * Repeatedly kills `docket up` with SIGKILL during uploads and processing, every second time together with its
 * Postgres. Then starts it again and verifies every acknowledged upload.
 */
export async function crash({ rounds, uploads, seed }: CrashOptions): Promise<CrashReport> {
  const startedAt = performance.now()
  const folder = await mkdtemp(path.join(tmpdir(), 'docket-crash-'))
  // The same job may be interrupted in many rounds.
  const tries = { LEASE_TTL_SECONDS: '2', MAX_RETRIES: '20' }
  const env = { DATA_DIR: folder, POLL_INTERVAL_MS: '100', ...tries }
  const pdf = await textPdf({ text: 'Nothing acknowledged is lost' })
  const journal: Journal = new Map()
  const random = createRandom(seed)
  let refused = 0
  cookie = ''
  try {
    for (let round = 0; round < rounds; round++) {
      const docket = await startDocket('up', env)
      cookie ||= await startSession(docket.url)
      const killAfter = Math.ceil(uploads * (0.1 + 0.8 * random()))
      const known = journal.size
      let isSent = false
      const done = uploadMany(docket.url, pdf, uploads, journal).finally(() => {
        isSent = true
      })
      while (!isSent && journal.size - known < killAfter) await sleep(1)
      await kill(docket, round % 2 === 1 ? folder : undefined)
      refused += await done
    }
    const docket = await startDocket('up', env)
    const report = await audit(docket.url, folder, journal)
    docket.child.kill('SIGTERM')
    await docket.ended
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    return { rounds, acknowledged: journal.size, refused, ...report, seconds }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Uploads `count` different PDFs from several concurrent clients. Counts failures and does not retry. */
async function uploadMany(
  url: string,
  pdf: Buffer,
  count: number,
  journal: Journal,
): Promise<number> {
  let sent = 0
  let failed = 0
  const client = async () => {
    while (sent++ < count) {
      const bytes = Buffer.concat([pdf, Buffer.from(`\n%${randomBytes(8).toString('hex')}\n`)])
      const job = await upload(url, bytes).catch(() => undefined)
      if (job) journal.set(job.id, createHash('sha256').update(bytes).digest('hex'))
      else failed += 1
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return failed
}

async function startSession(url: string): Promise<string> {
  const response = await fetch(`${url}/api/jobs`)
  const [sessionCookie = ''] = response.headers.get('set-cookie')?.split(';') ?? []
  if (sessionCookie === '') throw new Error('No session was begun')
  return sessionCookie
}

async function upload(url: string, bytes: Buffer): Promise<Job> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)]), 'crash.pdf')
  const response = await fetch(`${url}/api/upload`, {
    method: 'POST',
    body: form,
    headers: { cookie },
  })
  if (response.status !== 202) throw new Error(`Answered ${response.status}`)
  return ((await response.json()) as { job: Job }).job
}

/** Kills the process and, if its data folder is given, its database at the same time. */
async function kill(docket: DocketProcess, folder: string | undefined): Promise<void> {
  docket.child.kill('SIGKILL')
  if (folder !== undefined) {
    const { pid } = await postmaster(folder)
    process.kill(pid, 'SIGKILL')
  }
  await docket.ended
}

async function postmaster(folder: string): Promise<{ pid: number; port: number }> {
  const file = await readFile(path.join(folder, 'postgres/cluster/postmaster.pid'), 'utf8')
  const lines = file.split('\n')
  return { pid: Number(lines[0]), port: Number(lines[3]) }
}

async function audit(
  url: string,
  folder: string,
  journal: Journal,
): Promise<Pick<CrashReport, 'lost' | 'unfinished' | 'wrong' | 'violations'>> {
  const jobs = await waitUntilDrained(url)
  let [lost, unfinished, wrong] = [0, 0, 0]
  for (const [id, sha256] of journal) {
    const job = jobs.get(id)
    if (!job) lost += 1
    else if (job.status !== 'complete') unfinished += 1
    else if (job.sha256 !== sha256 || !(await hasResult(url, id))) wrong += 1
  }
  const password = await readFile(path.join(folder, 'postgres/password'), 'utf8')
  const { port } = await postmaster(folder)
  const violations = await findViolatedInvariants(
    `postgres://docket:${password.trim()}@127.0.0.1:${port}/docket`,
  )
  return { lost, unfinished, wrong, violations }
}

/** Returns all jobs once none is waiting or running, or once no job has ended for a minute. */
async function waitUntilDrained(url: string): Promise<Map<string, Job>> {
  await drain(async () => (await page(url, 'limit=1')).active_count, 60)
  const jobs = new Map<string, Job>()
  let cursor: string | null = ''
  while (cursor !== null) {
    const next = await page(url, `limit=200${cursor && `&cursor=${cursor}`}`)
    for (const job of next.jobs) jobs.set(job.id, job)
    cursor = next.next_cursor
  }
  return jobs
}

async function page(url: string, query: string): Promise<JobsPage> {
  const response = await fetch(`${url}/api/jobs?${query}`, { headers: { cookie } })
  return (await response.json()) as JobsPage
}

async function hasResult(url: string, id: string): Promise<boolean> {
  const address = `${url}/api/jobs/${id}/download?format=txt`
  const response = await fetch(address, { headers: { cookie } })
  return (await response.text()).includes('Nothing acknowledged is lost')
}
