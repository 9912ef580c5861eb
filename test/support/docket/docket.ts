import { unlimitedBytes } from './byte-quotas.ts'
import type { ByteLimits } from '../../../src/domain/api/byte-usage.ts'
import { createByteQuotas } from '../../../src/intake/byte-quotas.ts'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pino from 'pino'
import { expect, inject, onTestFinished } from 'vitest'
import { createServices } from '../../../src/app/services.ts'
import { createServerDeps } from '../../../src/app/web.ts'
import { startSheetChecks, workerOptions } from '../../../src/app/worker.ts'
import type { Blobs } from '../../../src/blobs/blobs.ts'
import { memoryRateLimiter } from '../../../src/cache/rate-limiter.ts'
import { memoryStore } from '../../../src/cache/store.ts'
import { readConfig } from '../../../src/config.ts'
import type { DiscoverDeps } from '../../../src/discovery/discover.ts'
import type { AuthMode } from '../../../src/domain/api/identity.ts'
import type { Job } from '../../../src/domain/job/job.ts'
import type { Guard } from '../../../src/fetch/guard.ts'
import { backlog } from '../../../src/http/servers/base-server.ts'
import { createServer, type ServerDeps } from '../../../src/http/servers/server.ts'
import type { StreamLimits } from '../../../src/http/streams/streams.ts'
import { createBearerAuthenticator, type TokenSettings } from '../../../src/identity/bearer.ts'
import { createOidcProvider, type OidcSettings } from '../../../src/identity/oidc.ts'
import type { Worker, WorkerOptions } from '../../../src/queue/worker.ts'
import type { ModelSettings } from '../../../src/reading/llm/chat.ts'
import type { ReadDocument } from '../../../src/reading/steps/read-document.ts'
import { sweep } from '../../../src/retention/sweep.ts'
import { textPdf } from '../../fixtures/pdfs.ts'
import { databaseForTest } from '../database/database.ts'
import { workerForTest, workerLimits } from '../database/worker.ts'
import { sharedReferenceData, sharedSandbox } from '../processes/sandbox.ts'
import { readJob, settle, type Visitor } from './visitor.ts'

export interface TestDocket {
  url: string
  db: Awaited<ReturnType<typeof databaseForTest>>['db']
  /** Every file below the data folder, to show that nothing was left behind. */
  files(): Promise<string[]>
  /** Overwrites a job's stored upload with another PDF. */
  damage(jobId: string): Promise<void>
  /** Lines that the server logged. */
  log: Record<string, unknown>[]
  /** Starts a worker, which stops when the test ends. */
  startWorking(options?: Partial<WorkerOptions>): Worker
  /** Checks the sheets of subscribed calendars, as workers do, until the test ends. */
  startSheetChecks(): void
  /** Deletes the files scheduled for deletion, as workers do periodically. */
  sweep(): Promise<unknown>
  /** The server's services, for tests that replace some of them. */
  services: ServerDeps
  /** Stops the server. A second call has no effect. */
  close(): Promise<void>
}

function holdLint(trier: ServerDeps['trier'], hold: () => Promise<void>): ServerDeps['trier'] {
  return {
    ...trier,
    lint: async (file) => {
      await hold()
      return trier.lint(file)
    },
  }
}

/** Starts a real server with a real database, files and port. It is removed when the test ends. */
export async function docketForTest({
  maxUploadMb = 50,
  idleMs = 60_000,
  maxPdfsPerBatch = 15,
  uploads = { per_minute: 1_000_000, per_minute_and_address: 1_000_000 },
  rates = memoryRateLimiter(),
  sessionsPerHour = 1_000_000,
  signInsPerMinute = 1_000_000,
  /** Awaited before each mapping trial. */
  holdTrials = undefined as (() => Promise<void>) | undefined,
  /** Overrides some byte limits, or the free disk space. */
  byteLimits = {} as Partial<ByteLimits>,
  freeBytes = undefined as (() => Promise<number>) | undefined,
  trustedProxies = [] as string[],
  isBatchApiEnabled = true,
  maxConcurrentUploads = 250,
  maxConcurrentUploadsPerAddress = 250,
  minBodyRate = { bytes: 30 * 1024, seconds: 30 },
  resultWaitMs = 60_000,
  /** Reader that workers use. Defaults to the child processes that probe uploads. */
  reader = undefined as ReadDocument | undefined,
  /** Gateway that workers use, and the suffix they append to mapping names. */
  gatewayUrl = undefined as string | undefined,
  gatewayMappingSuffix = undefined as string | undefined,
  /** A browser or a language model for meet pages. */
  discovering = {} as Partial<DiscoverDeps>,
  /** The language model for heat sheets that no rule recognises. */
  model = undefined as ModelSettings | undefined,
  sendsMail = false,
  authMode = 'both' as AuthMode,
  tokens = {} as TokenSettings,
  /** The OpenID Connect provider. */
  oidc = undefined as OidcSettings | undefined,
  isHttps = false,
  origin = undefined as string | undefined,
  corsOrigin = undefined as string | undefined,
  /** Whether URLs may point to this machine, as test server URLs do. */
  allowLoopback = true,
  /** Decides which URLs may be fetched. By default, it uses the system's name servers. */
  urlGuard = undefined as Guard | undefined,
  streams = {} as Partial<StreamLimits>,
  deletesOnDownload = false,
  /** Prometheus token. Without it, /metrics does not exist. */
  metricsToken = undefined as string | undefined,
  /** Cache that web processes use. */
  store = memoryStore(),
  /** File storage. Defaults to a folder. */
  blobs = undefined as Blobs | undefined,
  /** Another server's database, for two servers that share one. */
  db: given = undefined as TestDocket['db'] | undefined,
} = {}): Promise<TestDocket> {
  const db = given ?? (await databaseForTest()).db
  const folder = await mkdtemp(path.join(tmpdir(), 'docket-http-'))
  const lines: Record<string, unknown>[] = []
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) })
  const config = {
    ...readConfig({ DATA_DIR: folder }),
    MAX_UPLOAD_MB: maxUploadMb,
    MAX_PDFS_PER_BATCH: maxPdfsPerBatch,
    UPLOADS_PER_MINUTE: uploads.per_minute,
    SESSIONS_PER_HOUR_PER_IP: sessionsPerHour,
    UPLOADS_PER_MINUTE_PER_IP: uploads.per_minute_and_address,
    ENABLE_BATCH_API: isBatchApiEnabled,
    AUTH_MODE: authMode,
    ADMIN_KEY: tokens.adminKey,
    CORS_ORIGIN: corsOrigin,
    METRICS_TOKEN: metricsToken,
    GATEWAY_URL: gatewayUrl,
    GATEWAY_MAPPING_SUFFIX: gatewayMappingSuffix,
    DELETE_ON_FIRST_DOWNLOAD: deletesOnDownload,
    ALLOW_LOOPBACK_URLS_FOR_TESTS: allowLoopback,
  }
  const created = await createServices(config, {
    log,
    db,
    sandbox: sharedSandbox(),
    referenceData: sharedReferenceData(),
    cache: { store, rates },
    ...(blobs && { blobs }),
  })
  const services = urlGuard ? { ...created, urlGuard } : created
  const wired = await createServerDeps(services)
  const deps: ServerDeps = {
    ...wired,
    authenticateToken: createBearerAuthenticator(db, tokens),
    oidc: oidc && createOidcProvider(oidc),
    discovery: { ...wired.discovery, ...discovering },
    budgets: {
      ...wired.budgets,
      'sign-ins': { per_minute: signInsPerMinute, per_minute_and_address: signInsPerMinute },
    },
    ...(holdTrials && { trier: holdLint(wired.trier, holdTrials) }),
    byteQuotas: createByteQuotas({
      db,
      store,
      limits: { ...unlimitedBytes, ...byteLimits },
      freeBytes: freeBytes ?? (async () => 2 ** 50),
      minFreeBytes: 1024 ** 3,
    }),
    streamLimits: { ...wired.streamLimits, ...streams },
    trustedProxies,
    maxConcurrentUploads,
    maxConcurrentUploadsPerAddress,
    minBodyRate,
    resultWaitMs,
    sendsMail,
    idleMs,
    isHttps,
    origin,
    version: 'test',
    webFolder: inject('webFolder'),
  }
  const server = await createServer(deps, log)
  const url = await server.listen({ port: 0, host: '127.0.0.1', backlog })
  onTestFinished(async () => {
    await server.close()
    await services.close()
    await rm(folder, { recursive: true, force: true })
  })
  return {
    url,
    db,
    close: () => server.close(),
    log: lines,
    services: deps,
    files: async () => {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
    },
    damage: async (jobId) => {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      const entry = entries.find(({ name }) => name.startsWith(jobId) && name.endsWith('.pdf'))
      if (!entry) throw new Error(`There is no upload of ${jobId}`)
      await writeFile(path.join(entry.parentPath, entry.name), await textPdf({ text: 'Forged' }))
    },
    startSheetChecks: () => startSheetChecks(services),
    sweep: () => sweep({ ...deps.retention, blobs: deps.blobs }),
    startWorking(options = {}) {
      const prices = { input: 2, output: 10 }
      const usual = workerOptions(
        { ...services, blobs: deps.blobs },
        { ...(reader && { gateway: () => reader }), languageModel: model && { model, prices } },
      )
      const own = { workerId: 'worker-test', leaseSeconds: 15, pollMs: 20 }
      return workerForTest({ ...usual, ...own, ...workerLimits, ...options }, 5000)
    },
  }
}

/** Uploads a document, starts a worker and waits until it has completed the job. */
export async function completeUpload(
  docket: TestDocket,
  person: Visitor,
  ...upload: Parameters<Visitor['upload']>
): Promise<Job> {
  const { id } = await readJob(await person.upload(...upload))
  docket.startWorking()
  const job = await settle(person, id)
  expect(job.status).toBe('complete')
  return job
}
