import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startDocket } from '../chaos/processes.ts'
import { makeUnique, pdfOfSize } from '../test/fixtures/pdfs.ts'

export interface UploadMetrics {
  uploads: number
  kilobytes: number
  accepted: number
  p50_ms: number
  p95_ms: number
  max_ms: number
  /** Slowest response, as a fraction of the limit of 2 s. */
  max_of_limit: number
  all_done_ms: number
}

const uploads = 100
const kilobytes = 200
const limitMs = 2000

/** Sends 100 concurrent 200 KB uploads to `docket up` with an embedded database, cold and then warm. */
export async function benchUploads(): Promise<{ cold: UploadMetrics; warm: UploadMetrics }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'docket-bench-'))
  const docket = await startDocket('up', { DATA_DIR: folder })
  try {
    const pdf = new Uint8Array(await pdfOfSize(kilobytes * 1024))
    const cold = await burst(docket.url, pdf)
    const warm = await burst(docket.url, pdf)
    return { cold, warm }
  } finally {
    docket.child.kill('SIGTERM')
    await docket.ended
    await rm(folder, { recursive: true, force: true })
  }
}

async function burst(url: string, pdf: Uint8Array<ArrayBuffer>): Promise<UploadMetrics> {
  const cookie = await session(url)
  const startedAt = performance.now()
  const responses = await Promise.all(
    Array.from({ length: uploads }, () => upload(url, makeUnique(pdf), cookie)),
  )
  const all_done_ms = await waitUntilDrained(url, cookie, startedAt)
  const times = responses.map((response) => response.ms).sort((a, b) => a - b)
  const percentile = (share: number) => Math.round(times[Math.ceil(times.length * share) - 1] ?? 0)
  const accepted = responses.filter((response) => response.status === 202).length
  return {
    uploads,
    kilobytes,
    accepted,
    p50_ms: percentile(0.5),
    p95_ms: percentile(0.95),
    max_ms: percentile(1),
    max_of_limit: percentile(1) / limitMs,
    all_done_ms,
  }
}

export async function session(url: string): Promise<string> {
  const response = await fetch(`${url}/api/jobs`)
  return response.headers.get('set-cookie')?.split(';')[0] ?? ''
}

async function upload(
  url: string,
  pdf: Uint8Array<ArrayBuffer>,
  cookie: string,
): Promise<{ status: number; ms: number }> {
  const form = new FormData()
  form.set('file', new Blob([pdf]), 'bench.pdf')
  const startedAt = performance.now()
  const response = await fetch(`${url}/api/upload`, {
    method: 'POST',
    body: form,
    headers: { cookie },
  })
  await response.arrayBuffer()
  return { status: response.status, ms: performance.now() - startedAt }
}

async function waitUntilDrained(url: string, cookie: string, startedAt: number): Promise<number> {
  for (;;) {
    const response = await fetch(`${url}/api/jobs?limit=1`, { headers: { cookie } })
    const { active_count } = (await response.json()) as { active_count: number }
    if (active_count === 0) return Math.round(performance.now() - startedAt)
  }
}
