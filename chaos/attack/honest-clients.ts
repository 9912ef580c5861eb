import { setTimeout as sleep } from 'node:timers/promises'
import type { Job } from '../../src/domain/job/job.ts'
import { makeUnique, textPdf } from '../../test/fixtures/pdfs.ts'
import { createLocalClient, type LocalClient, createUploadForm } from './local-client.ts'

export interface HonestReport {
  requests: number
  uploads: number
  p50_ms: number
  p95_ms: number
  /** Longest time from upload to result. */
  slowest_job_s: number
}

export interface HonestClients {
  /** Summarises the requests since the previous call. */
  report(): HonestReport
  /** Unexpected responses to honest clients. */
  failures: string[]
  /** Stops the clients and waits for their running jobs. */
  stop(): Promise<void>
}

const count = 4
const pauseMs = 500
/** Pause between uploads, in milliseconds. Eight uploads per minute are below the limit per owner. */
const uploadPauseMs = 7_500

/** Starts clients that list their jobs, upload documents at intervals and download the results. */
export async function startHonestClients(url: string): Promise<HonestClients> {
  const pdf = await textPdf({ text: 'An honest document' })
  const clients = Array.from({ length: count }, (_, nth) =>
    createLocalClient(url, `127.0.2.${nth + 1}`),
  )
  const failures: string[] = []
  let measured: { ms: number; isUpload: boolean }[] = []
  let jobSeconds: number[] = []
  let isStopped = false

  async function measure(
    client: LocalClient,
    path: string,
    request?: Parameters<LocalClient['ask']>[1],
  ) {
    const response = await client.ask(path, request).catch((error: Error) => error)
    if (response instanceof Error) {
      failures.push(`an honest request of ${path}: ${response.message}`)
      return undefined
    }
    measured.push({ ms: response.ms, isUpload: request?.method === 'POST' })
    if (response.status < 400) return response
    failures.push(`an honest request of ${path}: ${response.status} ${response.body}`)
    return undefined
  }

  async function readRepeatedly(client: LocalClient): Promise<void> {
    const paths = ['/', '/api/jobs', '/api/usage', '/api/mappings']
    for (let nth = 0; !isStopped; nth++) {
      await measure(client, paths[nth % paths.length] ?? '/')
      await sleep(pauseMs)
    }
  }

  async function uploadRepeatedly(client: LocalClient, nth: number): Promise<void> {
    await sleep((uploadPauseMs / count) * nth)
    while (!isStopped) {
      const startedAt = performance.now()
      await Promise.all([convert(client), sleep(uploadPauseMs)])
      if (performance.now() - startedAt > 60_000) failures.push('an honest job took over a minute')
    }
  }

  async function convert(client: LocalClient): Promise<void> {
    const startedAt = performance.now()
    const body = createUploadForm(makeUnique(pdf), { mapping: 'document_text_v1' })
    const accepted = await measure(client, '/api/upload', { method: 'POST', body })
    if (!accepted) return
    const { job } = JSON.parse(accepted.body) as { job: Job }
    for (let { status } = job; status !== 'complete'; ) {
      const response = await client.ask(`/api/jobs/${job.id}?wait=30`).catch(() => undefined)
      if (!response) return void failures.push('an honest request of a job: no response')
      status = (JSON.parse(response.body) as Job).status
      if (status === 'failed') return void failures.push('an honest document was not read')
    }
    jobSeconds.push((performance.now() - startedAt) / 1000)
    await measure(client, `/api/jobs/${job.id}/download?format=txt`)
  }

  // The first request starts the session.
  for (const client of clients) await client.ask('/api/jobs')
  const loops = clients.flatMap((client, nth) => [
    readRepeatedly(client),
    uploadRepeatedly(client, nth),
  ])
  return {
    failures,
    report() {
      const times = measured.map(({ ms }) => ms).toSorted((a, b) => a - b)
      const at = (share: number) => round(times[Math.floor(times.length * share)] ?? 0)
      const uploads = measured.filter(({ isUpload }) => isUpload).length
      const slowest_job_s = round(Math.max(0, ...jobSeconds))
      measured = []
      jobSeconds = []
      return { requests: times.length, uploads, p50_ms: at(0.5), p95_ms: at(0.95), slowest_job_s }
    },
    async stop() {
      isStopped = true
      await Promise.all(loops)
      for (const client of clients) client.close()
    },
  }
}

function round(number: number): number {
  return Math.round(number * 10) / 10
}
