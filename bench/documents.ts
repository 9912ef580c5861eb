import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startDocket } from '../chaos/processes.ts'
import { exampleInvoice } from '../test/fixtures/invoices/any-invoice.ts'
import { invoicePdf } from '../test/fixtures/invoices/draw.ts'
import { layouts } from '../test/fixtures/invoices/layouts.ts'
import { makeUnique } from '../test/fixtures/pdfs.ts'
import { hasCorpus } from '../test/support/corpus/corpus.ts'
import { cpuSeconds, cpuSecondsBelow, exitedChildSeconds, peakMegabytes } from './capacity/cpu.ts'
import { median } from './clock.ts'
import { describedInvoices } from './invoice-corpus.ts'
import { session } from './uploads.ts'

export interface DocumentOptions {
  /** Folders with built checkouts, measured alternately. */
  builds: string[]
  documents: number
  rounds: number
}

/** End-to-end measurements with one-page invoices, from the first upload until the last one is processed. */
interface ProductMetrics {
  documents_per_s: number
  /** CPU time per document, in milliseconds: of the main process, its children, and its Postgres server. */
  main_ms: number
  children_ms: number
  postgres_ms: number
  all_ms: number
  /** Average number of cores these processes keep busy, out of `cores`. */
  cores_busy: number
  /** Peak resident memory of the main process and its children. */
  memory_mb: number
}

type Medians = Record<keyof ProductMetrics, number>

const atOnce = 8
const warmUp = 48
const extracted = 40
/** Interval for checking whether all documents are read; each check counts an owner's jobs. */
const pollMs = 250
/** The name of UPLOADS_PER_MINUTE_PER_IP in earlier builds. */
const formerLimits = { UPLOADS_PER_MINUTE_AND_ADDRESS: '1000000' }

/** Measures `docket up` for each build and `docket extract` on the same files. */
export async function benchDocuments({ builds, documents, rounds }: DocumentOptions) {
  const pdfs = await onePageInvoices()
  const samples = builds.map((): ProductMetrics[] => [])
  const extract: { documents_per_s: number; cpu_ms: number }[] = []
  for (let round = 1; round <= rounds; round++) {
    for (const [nth, build] of builds.entries()) {
      samples[nth]?.push(await measureProduct(build, pdfs, documents))
      console.error(`round ${round}: ${build}`, JSON.stringify(samples[nth]?.at(-1)))
    }
    extract.push(await measureExtract(builds[0] ?? '.', pdfs))
  }
  const products = samples.map(medians)
  const [first, second] = products
  return {
    documents,
    cores: availableParallelism(),
    builds: Object.fromEntries(builds.map((build, nth) => [build, products[nth]])),
    extract: {
      documents_per_s: median(extract.map((one) => one.documents_per_s)),
      cpu_ms: median(extract.map((one) => one.cpu_ms)),
    },
    ...(first && second && { speedup: divide(first.documents_per_s, second.documents_per_s) }),
    overhead_vs_extract: divide(first?.all_ms ?? 0, median(extract.map((one) => one.cpu_ms))),
  }
}

const divide = (a: number, b: number) => Number((a / b).toPrecision(3))

function medians(samples: ProductMetrics[]): Medians {
  const [first] = samples
  if (!first) throw new Error('Nothing was measured')
  const names = Object.keys(first) as (keyof ProductMetrics)[]
  return Object.fromEntries(
    names.map((name) => [name, median(samples.map((sample) => sample[name]))]),
  ) as Medians
}

/** Returns one-page invoices with text: real ones from the corpus, otherwise generated ones. */
async function onePageInvoices(): Promise<Buffer[]> {
  if (!hasCorpus) {
    const style = { numbers: '1.234,56', dates: '05/01/2026', per_page: 15 } as const
    return Promise.all(
      layouts.map((layout) =>
        invoicePdf(exampleInvoice(layout, 8), layout, { ...style, hasTotalsApart: false }).then(
          (pdf) => Buffer.from(pdf),
        ),
      ),
    )
  }
  const files = describedInvoices().map(({ file }) => readFileSync(file))
  return files.filter((pdf) => pdf.toString('latin1').match(/\/Type\s*\/Page[^s]/g)?.length === 1)
}

async function measureProduct(
  build: string,
  pdfs: Buffer[],
  documents: number,
): Promise<ProductMetrics> {
  const folder = await mkdtemp(path.join(tmpdir(), 'docket-bench-documents-'))
  const env = { DATA_DIR: folder, ...formerLimits }
  const docket = await startDocket('up', env, path.join(build, 'dist/main.js'))
  try {
    const pid = docket.child.pid ?? 0
    const pidFile = readFileSync(path.join(folder, 'postgres/cluster/postmaster.pid'), 'utf8')
    const postmaster = Number(pidFile.split('\n')[0])
    const cookie = await session(docket.url)
    const read = async (count: number) => {
      await sendAll(docket.url, cookie, pdfs, count)
      await waitUntilRead(docket.url, cookie)
    }
    await read(warmUp)
    const usage = () => ({
      main: cpuSeconds(pid),
      all: cpuSecondsBelow(pid, postmaster),
      postgres: cpuSecondsBelow(postmaster),
    })
    const before = usage()
    const startedAt = performance.now()
    await read(documents)
    const seconds = (performance.now() - startedAt) / 1000
    const after = usage()
    const perDocument = (used: number) => Number(((used * 1000) / documents).toPrecision(3))
    const main = after.main - before.main
    const children = after.all - before.all - main
    const postgres = after.postgres - before.postgres
    return {
      documents_per_s: Number((documents / seconds).toPrecision(3)),
      main_ms: perDocument(main),
      children_ms: perDocument(children),
      postgres_ms: perDocument(postgres),
      all_ms: perDocument(main + children + postgres),
      cores_busy: Number(((main + children + postgres) / seconds).toPrecision(3)),
      memory_mb: peakMegabytes(pid, postmaster),
    }
  } finally {
    docket.child.kill('SIGTERM')
    await docket.ended
    await rm(folder, { recursive: true, force: true })
  }
}

async function sendAll(url: string, cookie: string, pdfs: Buffer[], count: number): Promise<void> {
  let sent = 0
  const send = async () => {
    while (sent < count) {
      const nth = sent++
      const form = new FormData()
      form.set('file', new Blob([makeUnique(pdfs[nth % pdfs.length] ?? Buffer.alloc(0))]), 'a.pdf')
      const request = { method: 'POST', body: form, headers: { cookie } }
      const response = await fetch(`${url}/api/upload`, request)
      const body = await response.text()
      if (response.status !== 202) throw new Error(`Answered ${response.status}: ${body}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, send))
}

async function waitUntilRead(url: string, cookie: string): Promise<void> {
  const ask = async (query: string) => {
    const response = await fetch(`${url}/api/jobs?${query}`, { headers: { cookie } })
    return (await response.json()) as { active_count: number; jobs: unknown[] }
  }
  while ((await ask('limit=1')).active_count > 0) await sleep(pollMs)
  const { jobs } = await ask('limit=1&status=failed')
  if (jobs.length > 0) throw new Error(`A document failed: ${JSON.stringify(jobs[0])}`)
}

/** Measures extraction alone, as the difference between two runs, which cancels out the startup time. */
async function measureExtract(build: string, pdfs: Buffer[]) {
  const folder = await mkdtemp(path.join(tmpdir(), 'docket-bench-extract-'))
  try {
    const few = await extract(build, folder, pdfs, extracted)
    const many = await extract(build, folder, pdfs, 3 * extracted)
    return {
      documents_per_s: (2 * extracted) / (many.seconds - few.seconds),
      cpu_ms: ((many.cpu - few.cpu) * 1000) / (2 * extracted),
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function extract(build: string, folder: string, pdfs: Buffer[], count: number) {
  const input = path.join(folder, String(count))
  if (!existsSync(input)) await mkdir(input)
  const files = await Promise.all(
    Array.from({ length: count }, async (_, nth) => {
      const file = path.join(input, `${nth}.pdf`)
      await writeFile(file, makeUnique(pdfs[nth % pdfs.length] ?? Buffer.alloc(0)))
      return file
    }),
  )
  const out = path.join(folder, `${count}-out`)
  const before = exitedChildSeconds()
  const startedAt = performance.now()
  const main = path.join(build, 'dist/main.js')
  const child = spawn(process.execPath, [main, 'extract', ...files, '--out', out], {
    stdio: 'ignore',
  })
  await once(child, 'exit')
  return {
    seconds: (performance.now() - startedAt) / 1000,
    cpu: exitedChildSeconds() - before,
  }
}
