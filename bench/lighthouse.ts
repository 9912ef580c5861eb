import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { chromium } from 'playwright-core'
import { startDocket } from '../chaos/processes.ts'
import { makeUnique, textPdf } from '../test/fixtures/pdfs.ts'
import { installPeers } from './install-peers.ts'

const executablePath = '/usr/bin/chromium'
const jobs = 500
const perBatch = 15
const categories = ['performance', 'accessibility', 'best-practices'] as const

interface PageMetrics extends Record<(typeof categories)[number], number> {
  first_contentful_paint_ms: number
  largest_contentful_paint_ms: number
  blocked_ms: number
  layout_shift: number
  /** Lighthouse's benchmark index for this machine. Below 1000, timings are not meaningful. */
  machine: number
  /** Audits that do not have the maximum score. */
  remarks: string[]
}

interface Visits {
  first: number[]
  again: number[]
}

interface Metrics {
  pages: Record<string, PageMetrics>
  queue_usable_ms: Visits
}

/** Runs Lighthouse on the start page and on a queue with 500 jobs, for a slow phone and a desktop. */
export async function benchLighthouse(): Promise<Metrics> {
  const program = path.join(installPeers('lighthouse'), 'node_modules/lighthouse/cli/index.js')
  const folder = await mkdtemp(path.join(tmpdir(), 'docket-bench-'))
  const docket = await startDocket('up', { DATA_DIR: path.join(folder, 'data') })
  try {
    const cookie = await sendJobs(docket.url)
    const pages: Record<string, PageMetrics> = {}
    for (const page of ['/', '/queue']) {
      for (const device of ['phone', 'desk'] as const) {
        const url = docket.url + page
        pages[`${page} on a ${device}`] = await auditPage({ program, folder, url, cookie, device })
      }
    }
    return { pages, queue_usable_ms: await visitQueue(docket.url, cookie) }
  } finally {
    docket.child.kill('SIGTERM')
    await docket.ended
    await rm(folder, { recursive: true, force: true })
  }
}

/** Uploads documents as one visitor, waits until all are read, and returns the visitor's cookie. */
async function sendJobs(url: string): Promise<string> {
  const first = await fetch(`${url}/api/jobs`)
  const cookie = (first.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const pdf = await textPdf()
  for (let sent = 0; sent < jobs; sent += perBatch) {
    const form = new FormData()
    for (let nth = sent; nth < Math.min(sent + perBatch, jobs); nth++) {
      form.append('file', new Blob([makeUnique(pdf)]), `document ${nth}.pdf`)
    }
    const response = await fetch(`${url}/api/batch/extract`, {
      method: 'POST',
      headers: { cookie },
      body: form,
    })
    if (!response.ok) throw new Error(`A batch failed with status ${response.status}`)
  }
  for (;;) {
    const response = await fetch(`${url}/api/jobs?limit=1`, { headers: { cookie } })
    const { active_count } = (await response.json()) as { active_count: number }
    if (active_count === 0) return cookie
    await sleep(500)
  }
}

const visitors = 5

/**
 * Measures the time from navigation to a selected row on this machine, in milliseconds, for first and returning visits.
 */
async function visitQueue(url: string, cookie: string): Promise<Visits> {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  const visits: Visits = { first: [], again: [] }
  for (let visitor = 0; visitor < visitors; visitor++) {
    const context = await browser.newContext({ extraHTTPHeaders: { cookie } })
    const page = await context.newPage()
    for (const visit of [visits.first, visits.again]) {
      const startedAt = performance.now()
      await page.goto(`${url}/queue`, { waitUntil: 'commit' })
      await page.getByRole('checkbox', { name: 'Select document 499.pdf' }).check()
      visit.push(Math.round(performance.now() - startedAt))
    }
    await context.close()
  }
  await browser.close()
  return visits
}

interface AuditOptions {
  program: string
  folder: string
  url: string
  cookie: string
  device: 'phone' | 'desk'
}

interface Report {
  environment: { benchmarkIndex: number }
  categories: Record<string, { score: number | null }>
  audits: Record<
    string,
    { title: string; score: number | null; numericValue?: number; scoreDisplayMode: string }
  >
}

async function auditPage({
  program,
  folder,
  url,
  cookie,
  device,
}: AuditOptions): Promise<PageMetrics> {
  const file = path.join(folder, 'report.json')
  const flags = '--headless=new --no-sandbox --disable-dev-shm-usage'
  await promisify(execFile)(
    process.execPath,
    [
      program,
      url,
      '--quiet',
      `--chrome-flags=${flags}`,
      '--output=json',
      `--output-path=${file}`,
      `--only-categories=${categories.join(',')}`,
      `--extra-headers=${JSON.stringify({ Cookie: cookie })}`,
      ...(device === 'desk' ? ['--preset=desktop'] : []),
    ],
    { env: { ...process.env, CHROME_PATH: executablePath } },
  )
  return readMetrics(JSON.parse(await readFile(file, 'utf8')) as Report)
}

function readMetrics({ environment, categories: scoredCategories, audits }: Report): PageMetrics {
  const score = (name: string) => Math.round((scoredCategories[name]?.score ?? 0) * 100)
  const value = (name: string) => Math.round((audits[name]?.numericValue ?? 0) * 1000) / 1000
  const imperfectAudits = Object.values(audits).filter(
    ({ score: auditScore, scoreDisplayMode }) =>
      auditScore !== null &&
      auditScore < 0.9 &&
      !['informative', 'manual'].includes(scoreDisplayMode),
  )
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
    first_contentful_paint_ms: value('first-contentful-paint'),
    largest_contentful_paint_ms: value('largest-contentful-paint'),
    blocked_ms: value('total-blocking-time'),
    layout_shift: value('cumulative-layout-shift'),
    machine: Math.round(environment.benchmarkIndex),
    remarks: imperfectAudits.map(({ title }) => title),
  }
}
