import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { startDocket } from '../chaos/processes.ts'
import { startEmbedded } from '../src/db/embedded/server.ts'
import { pdfOfSize } from '../test/fixtures/pdfs.ts'
import { median } from './clock.ts'
import { session } from './uploads.ts'

const rounds = 5
const secondsEach = 3
/** Idle time after which V8 shrinks the heap, in milliseconds. */
const idleMs = 20_000

interface PathMetrics {
  raw_per_s: number
  docket_per_s: number
  /** Throughput relative to the raw server, as the median of all rounds. */
  ratio: number
}

interface MemoryMetrics {
  uploads: number
  megabytes: number
  accepted: number
  /** Peak resident memory per upload above that of the idle server, in MB. */
  mb_each: number
}

/** Compares `docket serve` with a server that only pipes, syncs and inserts, alternating between them in one run. */
export async function benchUploadPath() {
  const folder = await mkdtemp(path.join(tmpdir(), 'docket-bench-path-'))
  const postgres = await startEmbedded({ folder: path.join(folder, 'postgres') })
  const docket = await startDocket('serve', {
    DATA_DIR: path.join(folder, 'data'),
    DATABASE_URL: postgres.url,
  })
  try {
    // Waits until the heap has shrunk, because most real servers have been idle for a while.
    await sleep(idleMs)
    const raw = (url?: string) => startRaw(path.join(folder, 'raw'), url)
    return {
      five_mb: await compete(docket.url, await raw(), { bytes: 5 * 1024 * 1024, atOnce: 8 }),
      with_insert: await compete(docket.url, await raw(postgres.url), {
        bytes: 200 * 1024,
        atOnce: 32,
      }),
      memory: await measureMemory(docket.url, docket.child.pid ?? 0),
    }
  } finally {
    docket.child.kill('SIGTERM')
    await docket.ended
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

interface Server {
  url: string
  stop: () => Promise<unknown>
}

async function startRaw(folder: string, databaseUrl: string | undefined): Promise<Server> {
  await mkdir(folder, { recursive: true })
  const settings = [
    '--import',
    'tsx',
    'bench/raw-server.ts',
    folder,
    ...(databaseUrl ? [databaseUrl] : []),
  ]
  const child = spawn(process.execPath, settings, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return {
    url: line.split(' ')[1] ?? '',
    stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}

interface Load {
  bytes: number
  /** Number of concurrent uploads. */
  atOnce: number
}

async function compete(docketUrl: string, raw: Server, load: Load): Promise<PathMetrics> {
  const pdf = await pdfOfSize(load.bytes)
  const measure = (url: string, seconds: number) =>
    perSecond(url, pdf, { seconds, atOnce: load.atOnce })
  const metrics = { raw: [] as number[], docket: [] as number[] }
  try {
    await measure(docketUrl, 1)
    for (let round = 0; round < rounds; round++) {
      metrics.raw.push(await measure(raw.url, secondsEach))
      metrics.docket.push(await measure(docketUrl, secondsEach))
    }
  } finally {
    await raw.stop()
  }
  return {
    raw_per_s: median(metrics.raw),
    docket_per_s: median(metrics.docket),
    ratio: median(metrics.docket.map((one, nth) => one / (metrics.raw[nth] ?? 1))),
  }
}

/** Returns completed uploads per second. */
async function perSecond(
  url: string,
  pdf: Uint8Array,
  { seconds, atOnce }: { seconds: number; atOnce: number },
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const cookie = await session(url)
  const end = performance.now() + seconds * 1000
  const startedAt = performance.now()
  let replayable = 0
  const sendOn = async () => {
    while (performance.now() < end) {
      const status = await upload(url, pdf, { agent, cookie })
      if (status !== 202) throw new Error(`An upload failed with status ${status}`)
      replayable += 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, sendOn))
  agent.destroy()
  return (replayable * 1000) / (performance.now() - startedAt)
}

const before = Buffer.from(
  '--x\r\nContent-Disposition: form-data; name="file"; filename="bench.pdf"\r\n\r\n',
)

interface UploadTarget {
  agent: Agent
  cookie: string
}

/** Uploads a document with a different last line, and therefore a different hash, each time. */
async function upload(
  url: string,
  pdf: Uint8Array,
  { agent, cookie }: UploadTarget,
): Promise<number> {
  const after = Buffer.from(`\n%${randomBytes(8).toString('hex')}\n\r\n--x--\r\n`)
  const headers = {
    cookie,
    'content-type': 'multipart/form-data; boundary=x',
    'content-length': before.length + pdf.length + after.length,
  }
  const sent = request(`${url}/api/upload`, { method: 'POST', headers, agent })
  sent.write(before)
  sent.write(pdf)
  sent.end(after)
  const [response] = (await once(sent, 'response')) as [{ statusCode: number; resume(): void }]
  response.resume()
  await once(response as never, 'end')
  return response.statusCode
}

const large = { uploads: 50, megabytes: 50 }

async function measureMemory(url: string, pid: number): Promise<MemoryMetrics> {
  const pdf = await pdfOfSize(large.megabytes * 1024 * 1024 - 100)
  const agent = new Agent({ maxSockets: large.uploads })
  const cookie = await session(url)
  const idle = residentMb(pid)
  let peak = idle
  const watch = setInterval(() => {
    peak = Math.max(peak, residentMb(pid))
  }, 20)
  const statuses = await Promise.all(
    Array.from({ length: large.uploads }, () => upload(url, pdf, { agent, cookie })),
  )
  clearInterval(watch)
  const accepted = statuses.filter((status) => status === 202).length
  return { ...large, accepted, mb_each: Number(((peak - idle) / large.uploads).toFixed(2)) }
}

function residentMb(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}
