import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, inject, onTestFinished, vi } from 'vitest'
import { type DocketProcess, endsWithParent, startDocket } from '../../../chaos/processes.ts'
import { cloneDatabase } from '../database/database.ts'
import { sizes } from './screenshots.ts'
import { visitor } from '../docket/visitor.ts'
import { adminKey, bearer } from '../docket/tokens.ts'
import { onlyIf } from '../run/only-if.ts'

/** The headless shell opens a window in a third of the CPU time, but does not support notifications. */
const programs = { shell: '/usr/bin/chromium-headless-shell', whole: '/usr/bin/chromium' }
const missing = Object.values(programs).find((program) => !existsSync(program))

/** Reason to skip the browser tests, if any. */
const browserSkipReason = missing && `there is no ${missing}`
export const needsBrowser = onlyIf(missing === undefined, browserSkipReason ?? '')

/** Timeouts for a browser on a busy machine. */
const timeoutMs = 100_000

/** The address bar popups, which tests never see, account for a quarter of the time to open a window. */
const addressBarPopups = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

/** Features that Playwright disables and that matter here, repeated because Chromium uses only the last list. */
const unwantedFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

function launchBrowser(executablePath: string): Promise<Browser> {
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-dev-shm-usage',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    `--disable-features=${[...unwantedFeatures, ...addressBarPopups].join(',')}`,
  ]
  return chromium.launch({ executablePath, args, timeout: timeoutMs })
}

const launched = new Map<string, Promise<Browser>>()

/** One browser for all files in a test worker. It exits with the worker. */
function sharedBrowser(needed: BrowserContextOptions = {}): Promise<Browser> {
  const program = needed.permissions?.includes('notifications') ? programs.whole : programs.shell
  const browser = launched.get(program) ?? launchBrowser(program)
  launched.set(program, browser)
  return browser
}

/** OCR takes many seconds. Without it, a scan fails immediately. */
export const withoutOcr = { OCR_LANGUAGES: 'off' }

interface WindowOptions extends BrowserContextOptions {
  /** Messages that the browser logs when a test cuts the connection. */
  expectedErrors?: RegExp[]
  /** Another site that the test visits. */
  otherOrigin?: string
}

interface BrowserSession {
  /** Base URL of Docket. */
  url: string
  browser: Browser
  docket: DocketProcess
  /** Opens a browser window for a new visitor at this path. */
  open: (path: string, options?: WindowOptions) => Promise<Page>
  /** Restarts Docket at the same address with the same data. */
  restart: () => Promise<void>
}

interface RunningDocket {
  process: DocketProcess
  /** Restarts it at the same address with the same data. */
  restart: () => Promise<DocketProcess>
  stop: () => Promise<void>
}

/** Starts a Docket with its own database and data folder. */
async function startWith(env: Record<string, string>): Promise<RunningDocket> {
  const folder = await mkdtemp(path.join(inject('runFolder'), 'browser-'))
  const database = await cloneDatabase()
  const settings = { DATA_DIR: folder, DATABASE_URL: database.url, ...env }
  let running = await startDocket('up', settings)
  async function end(): Promise<void> {
    running.child.kill('SIGTERM')
    await running.ended
  }
  return {
    process: running,
    async restart() {
      await end()
      running = await startDocket('up', { ...settings, PORT: new URL(running.url).port })
      return running
    },
    async stop() {
      await end()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

let shared: Promise<RunningDocket> | undefined

/**
 * One Docket for all files in a test worker that need no settings, because its start and first documents take seconds
 * of CPU time. It ends with the worker.
 */
function sharedDocket(): Promise<RunningDocket> {
  shared ??= startWith({ SESSIONS_PER_HOUR_PER_IP: '100000' })
  return shared
}

/**
 * Starts a Docket for all tests in a file, or shares one if the tests need no settings. Each test opens its own
 * windows, whose visitors see only their own documents.
 */
export function visitDocket(
  env?: Record<string, string> | (() => Promise<Record<string, string>>),
): BrowserSession {
  vi.setConfig({ testTimeout: timeoutMs + 20_000 })
  const visited = { url: '' } as BrowserSession
  const isShared = env === undefined && endsWithParent
  let docket: RunningDocket | undefined
  beforeAll(async () => {
    if (browserSkipReason) return
    const running = await (isShared
      ? sharedDocket()
      : startWith(typeof env === 'function' ? await env() : (env ?? {})))
    docket = running
    visited.docket = running.process
    visited.url = running.process.url
    visited.browser = await sharedBrowser()
    visited.open = async (at, options) =>
      openWindow(await sharedBrowser(options), visited.url + at, options)
    visited.restart = async () => {
      visited.docket = await running.restart()
    }
  })
  afterAll(async () => {
    if (!isShared) await docket?.stop()
  })
  beforeEach(({ skip }) => skip(browserSkipReason !== undefined, browserSkipReason))
  return visited
}

export interface ChosenFile {
  name: string
  mimeType: string
  buffer: Buffer
}

export function pdfFile(name: string, bytes: Uint8Array): ChosenFile {
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(bytes) }
}

/** Chooses files with the button on the upload page. */
export async function choose(page: Page, files: ChosenFile[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose PDFs' }).click()
  await (await chooser).setFiles(files)
}

/** Chooses and sends files, and opens their batch. */
export async function send(page: Page, files: ChosenFile[]): Promise<void> {
  await choose(page, files)
  await page.getByRole('button', { name: /^Process \d+ documents?$/ }).click()
  if (files.length === 1) await openLatestBatch(page)
  else await page.waitForURL('**/batch/*')
}

/** Opens the latest upload's batch, because the app shows the queue after a single upload. */
export async function openLatestBatch(page: Page): Promise<void> {
  await page.waitForURL('**/queue*')
  const id = await page.evaluate<string>(
    `fetch('/api/jobs?limit=1').then((response) => response.json()).then(({ jobs }) => jobs[0].batch_id)`,
  )
  await page.goto(new URL(`/batch/${id}`, page.url()).href)
}

/** Returns the number of documents in the browser's upload queue. */
export function countStoredItems(page: Page): Promise<number> {
  return page.evaluate<number>(`indexedDB.databases().then((all) => all.length && new Promise((resolve) => {
    const request = indexedDB.open('docket', 1)
    request.onsuccess = () => {
      const count = request.result.transaction('items').objectStore('items').count()
      count.onsuccess = () => { request.result.close(); resolve(count.result) }
    }
  }))`)
}

/** Pastes text into the focused field. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', ${JSON.stringify(text)})
    document.activeElement.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })()`)
}

/** Selects the first job whose name starts like this on the page, then all `count` jobs that the list matches. */
export async function selectAll(page: Page, name: string, count: number): Promise<void> {
  await page
    .getByRole('checkbox', { name: new RegExp(`^Select ${name}`) })
    .first()
    .check()
  await page.getByRole('button', { name: `Select all ${count}` }).click()
  await page.getByText(`${count} selected`).waitFor()
}

/** Presses keys until the expected result appears, because keys with a long pause in between do not form a sequence. */
export async function pressUntil(page: Page, keys: string[], isThere: Locator): Promise<void> {
  await expect
    .poll(async () => {
      for (const key of keys) await page.keyboard.press(key)
      return isThere.isVisible()
    })
    .toBe(true)
}

/** Pauses the queue until the returned function is called or the test ends. Requires a Docket with `adminKey`. */
export async function pauseQueue(url: string): Promise<() => Promise<void>> {
  const admin = visitor(url, bearer(adminKey))
  async function callAdmin(how: 'pause' | 'resume'): Promise<void> {
    const { ok } = await admin.ask(`/api/admin/${how}`, { method: 'POST' })
    expect([how, ok]).toEqual([how, true])
  }
  onTestFinished(() => callAdmin('resume'))
  await callAdmin('pause')
  return () => callAdmin('resume')
}

const usualErrors = [
  /the server responded with a status of 4\d\d/,
  // Another program on this machine, such as Docker, added or removed a network interface.
  /net::ERR_NETWORK_CHANGED/,
  /Service Worker registration blocked by Playwright/,
]

/**
 * Opens a browser window for a new visitor. The test fails on console errors and third-party requests. Only tests of the
 * service worker allow it, because its installation takes more CPU time than opening the page, and its time is random.
 */
export async function openWindow(
  browser: Browser,
  url: string,
  options: WindowOptions = {},
): Promise<Page> {
  const { expectedErrors = [], otherOrigin, ...contextOptions } = options
  const context = await browser.newContext({
    viewport: sizes.desk,
    serviceWorkers: 'block',
    ...contextOptions,
  })
  context.setDefaultTimeout(timeoutMs)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    const isExpected = [...usualErrors, ...expectedErrors].some((one) => one.test(message.text()))
    if (['error', 'warning'].includes(message.type()) && !isExpected) {
      complaints.push(message.text())
    }
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => {
    const origins = [new URL(url).origin, ...(otherOrigin === undefined ? [] : [otherOrigin])]
    if (!origins.includes(new URL(request.url()).origin)) complaints.push(`asked ${request.url()}`)
  })
  onTestFinished(async () => {
    await context.close()
    expect(complaints).toEqual([])
  })
  const response = await page.goto(url)
  expect(response?.status()).toBe(200)
  return page
}
