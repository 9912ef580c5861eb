import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbedded } from '../src/db/embedded/server.ts'
import type { Job } from '../src/domain/job/job.ts'
import { makeUnique, textPdf } from '../test/fixtures/pdfs.ts'
import { createLocalClient, type LocalClient, createUploadForm } from './attack/local-client.ts'
import { startDocket } from './processes.ts'

export interface ClockReport {
  jumps: string[]
  /** Offset of the server's clock after each jump, in hours, as proof that it has moved. */
  hours_ahead: number[]
  /** Seconds from upload to result after each jump. */
  seconds: number[]
  violations: string[]
}

const libraries = [
  '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1',
  '/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1',
]
const jumps = ['+0', '+2h', '-2h', '+3d', '-3d', '+400d', '-400d', '+0']

/**
 * Moves the system clock of a running server, but not the clock of its database, and reads a document after each jump.
 * Sessions, streams, leases and time limits must not depend on the system clock.
 */
export async function moveClock(): Promise<ClockReport> {
  const library = libraries.find((file) => existsSync(file))
  if (library === undefined) throw new Error('Needs libfaketime: apt-get install libfaketime')
  const folder = await mkdtemp(path.join(tmpdir(), 'docket-clock-'))
  const clockFile = path.join(folder, 'clock')
  await writeFile(clockFile, '+0')
  const server = await startEmbedded({ folder: path.join(folder, 'postgres') })
  const docket = await startDocket('up', {
    DATA_DIR: folder,
    DATABASE_URL: server.url,
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: clockFile,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  })
  const client = createLocalClient(docket.url, '127.0.2.1')
  const report: ClockReport = { jumps, hours_ahead: [], seconds: [], violations: [] }
  try {
    await client.ask('/api/jobs')
    for (const [index, jump] of jumps.entries()) {
      await writeFile(clockFile, jump)
      const startedAt = performance.now()
      const fault = await convert(client, index).catch((error: Error) => error.message)
      if (fault !== undefined) report.violations.push(`${jump}: ${fault}`)
      const { headers } = await client.ask('/api/healthz')
      const aheadMs = Date.parse(headers.date ?? '') - Date.now()
      report.hours_ahead.push(Math.round(aheadMs / 3600_000))
      report.seconds.push(Math.round((performance.now() - startedAt) / 100) / 10)
    }
    return report
  } finally {
    client.close()
    docket.child.kill('SIGTERM')
    await docket.ended
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Uploads a document in the same session, waits for its result, and checks the job list and the stream. Returns the
 * violation, if any.
 */
async function convert(client: LocalClient, earlier: number): Promise<string | undefined> {
  const pdf = makeUnique(await textPdf())
  const body = createUploadForm(pdf, { mapping: 'document_text_v1' })
  const accepted = await client.ask('/api/upload', { method: 'POST', body })
  if (accepted.status !== 202) return `upload: ${accepted.status} ${accepted.body}`
  const { job } = JSON.parse(accepted.body) as { job: Job }
  const ended = await client.ask(`/api/jobs/${job.id}?wait=50`)
  const { status } = JSON.parse(ended.body) as Job
  if (status !== 'complete') return `the job is ${status}`
  const list = await client.ask('/api/jobs')
  const { jobs } = JSON.parse(list.body) as { jobs: Job[] }
  if (jobs.length !== earlier + 1) return `the session lists ${jobs.length} of ${earlier + 1} jobs`
  const ticket = await client.ask('/api/stream-tickets', { method: 'POST' })
  if (ticket.status !== 201) return `ticket: ${ticket.status}`
  const { ticket: secret } = JSON.parse(ticket.body) as { ticket: string }
  const stream = await client.stream(`/api/stream?ticket=${secret}`)
  stream.destroy()
  return stream.statusCode === 200 ? undefined : `stream: ${stream.statusCode}`
}
