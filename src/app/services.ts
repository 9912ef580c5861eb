import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import type { Logger } from 'pino'
import type { Blobs } from '../blobs/blobs.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/db.ts'
import { runningServer, startEmbedded } from '../db/embedded/server.ts'
import { createFresh } from '../cache/fresh.ts'
import { createLastKnown } from '../cache/last-known.ts'
import { memoryRates } from '../cache/rates.ts'
import { connectRedis } from '../cache/redis.ts'
import { memoryStore } from '../cache/store.ts'
import { migrate } from '../db/migrate.ts'
import { connectPg } from '../db/pg.ts'
import { serverVersion } from '../db/server.sql.ts'
import { startNotifier } from '../notify/notifier.ts'
import { withDrafts } from '../reading/read-with-draft.ts'
import { gatewayReader } from '../reading/gateway/reader.ts'
import { measured } from '../reading/measured-reader.ts'
import { createDirectories, type Directories } from '../directory/owner-directory.ts'
import { withOwnDirectory } from '../reading/owner-directory-step.ts'
import { createHandler, type Processing } from '../reading/process-document.ts'
import { createScratch, type Scratch } from '../blobs/scratch.ts'
import { createWatch, type Watch } from '../live/watch.ts'
import { AppError } from '../domain/errors/errors.ts'
import { fixedBudgets } from '../domain/api/rate-limits.ts'
import type { Tracer } from '../domain/ports/tracer.ts'
import { askable, type Mapping } from '../domain/mapping/mapping.ts'
import type { Tables } from '../extraction/directory/directory.ts'
import {
  type ReferenceDataFiles,
  loadReferenceData,
} from '../extraction/reference-data/reference-data.ts'
import { sandboxLimits } from '../extraction/sandbox/limits.ts'
import { createSandbox, type Sandbox } from '../extraction/sandbox/sandbox.ts'
import { createFetch } from '../fetch/fetch.ts'
import { createPost } from '../fetch/post.ts'
import { createGuard, type Guard } from '../fetch/guard.ts'
import { createResolve } from '../fetch/resolve.ts'
import { createGateway } from '../http/servers/gateway.ts'
import { createServer } from '../http/servers/server.ts'
import { streamLimits } from '../http/streams/streams.ts'
import { bearerCheck } from '../identity/bearer.ts'
import { listen } from './listen.ts'
import { openMail } from './mail.ts'
import { meetReader, openDiscovery } from './meets.ts'
import { metricsAccess, openTracer } from './operations.ts'
import { packageFolder, packageVersion } from './package-info.ts'
import { createEnqueue } from '../queue/enqueue.ts'
import { startWorker } from '../queue/worker.ts'
import { retentionOf } from './retention.ts'
import { makeFolder, openBlobs } from './storage.ts'
import { showFigures } from '../telemetry/figures.ts'
import { createMetrics, type Metrics } from '../telemetry/meter.ts'

/** What every role stands on. */
export interface Base {
  config: Config
  log: Logger
  metrics: Metrics
  tracer: Tracer
  scratch: Scratch
  mappings: ReadonlyMap<string, Mapping>
  /** The companies, units and goods that everyone has. */
  tables: Tables
  /** Undoes what was opened, the newest first. */
  close(): Promise<void>
  /** Has `undo` run at close. */
  onClose(undo: () => Promise<unknown>): void
}

/** The database alone. */
interface Store {
  db: Database
  close(): Promise<void>
}

/** What the roles share that keep something. */
export interface App extends Base {
  db: Database
  blobs: Blobs
  directories: Directories
}

/** Checks what readers go by, and clears the folder for half-finished files. */
export async function openBase(config: Config, log: Logger): Promise<Base> {
  const undos: (() => Promise<unknown>)[] = []
  const { mappings, tables } = loadReferenceData(knowledgeFiles(config))
  requireMapping(mappings, config.DEFAULT_MAPPING)
  return {
    config,
    log,
    metrics: createMetrics(),
    tracer: await openTracer(config, log, (undo) => void undos.push(undo)),
    mappings,
    tables,
    scratch: await openScratch(config),
    onClose: (undo) => void undos.push(undo),
    async close() {
      for (const undo of undos.splice(0).reverse()) await undo()
    },
  }
}

/** Opens the database (our own where no URL is given), applies migrations and picks the adapters. */
export async function openApp(config: Config, log: Logger): Promise<App> {
  const base = await openBase(config, log)
  try {
    const db = await openDatabase(config, log, base.onClose)
    await migrate(db, path.join(packageFolder, 'migrations'))
    const blobs = await openBlobs(config)
    showFigures({ metrics: base.metrics, db, log, disk: async () => blobs.space?.() })
    return { ...base, db, blobs, directories: createDirectories(db) }
  } catch (error) {
    await base.close()
    throw error
  }
}

/** Only the database, for a moment: also beside a Docket that runs, on the server that it has started. */
export async function openStore(config: Config, log: Logger): Promise<Store> {
  const undos: (() => Promise<unknown>)[] = []
  const folder = path.join(config.DATA_DIR, 'postgres')
  const url = config.DATABASE_URL ?? (await runningServer(folder))
  const settings = { ...config, ...(url !== undefined && { DATABASE_URL: url }) }
  const close = async () => {
    for (const undo of undos.splice(0).reverse()) await undo()
  }
  try {
    const db = await openDatabase(settings, log, (undo) => void undos.push(undo))
    await migrate(db, path.join(packageFolder, 'migrations'))
    return { db, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** The package's own knowledge, and what the settings add to it. */
export function knowledgeFiles({ PARTIES_FILE, GOODS_FILE, OCR }: Config): ReferenceDataFiles {
  return { folder: packageFolder, parties: PARTIES_FILE, goods: GOODS_FILE, ocr: OCR }
}

function requireMapping(mappings: ReadonlyMap<string, Mapping>, name: string): void {
  const names = [...askable(mappings).keys()]
  if (names.includes(name)) return
  const known = names.join(', ')
  throw new AppError('BAD_SETTING', `DEFAULT_MAPPING is "${name}", but there are only: ${known}.`)
}

async function openScratch({ DATA_DIR, TEMP_FILE_DIR }: Config): Promise<Scratch> {
  const scratch = createScratch(TEMP_FILE_DIR)
  await makeFolder(DATA_DIR).catch((cause: Error) => refuseFolder('DATA_DIR', DATA_DIR, cause))
  await makeFolder(TEMP_FILE_DIR)
    .then(() => scratch.sweep())
    .catch((cause: Error) => {
      const isBelow = path.dirname(TEMP_FILE_DIR) === DATA_DIR
      return isBelow
        ? refuseFolder('DATA_DIR', DATA_DIR, cause)
        : refuseFolder('TEMP_FILE_DIR', TEMP_FILE_DIR, cause)
    })
  return scratch
}

function refuseFolder(setting: string, folder: string, cause: Error): never {
  const sentence = `The folder ${folder} cannot be written (${cause.message}). Set ${setting} to one that can.`
  throw new AppError('CANNOT_START', sentence, { cause })
}

async function openDatabase(
  config: Config,
  log: Logger,
  onClose: Base['onClose'],
): Promise<Database> {
  let url = config.DATABASE_URL
  if (url === undefined) {
    const onLost = (reason: AppError) => {
      log.fatal({ err: reason }, 'the database has stopped and does not start again')
      process.exitCode = 1
      process.kill(process.pid, 'SIGTERM')
    }
    const server = await startEmbedded({ folder: path.join(config.DATA_DIR, 'postgres'), onLost })
    onClose(server.stop)
    url = server.url
  }
  const onError = (error: Error) => log.warn({ err: error }, 'a database connection broke')
  const listenUrl = config.DATABASE_URL && config.DATABASE_LISTEN_URL
  const db = connectPg({ url, listenUrl, poolSize: 20, onError })
  onClose(db.close)
  await serverVersion(db).catch((cause: unknown) => {
    const reason = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause
    const sentence = `The database at DATABASE_URL cannot be used: ${(reason as Error).message}`
    throw new AppError('CANNOT_START', sentence, { cause })
  })
  return db
}

/** Serves the API and the web app. Returns the address people open. */
export async function startWeb(app: App): Promise<string> {
  const { config, log, db } = app
  const webFolder = path.join(packageFolder, 'dist', 'web')
  if (!existsSync(path.join(webFolder, 'index.html'))) {
    throw new AppError('CANNOT_START', 'The web app has not been built. Run: npm run build')
  }
  // Uploads are looked into by children of their own, so that none waits behind a long document.
  const knowledge = knowledgeFiles(config)
  const sandbox = createSandbox({ size: 2, knowledge, limits: { seconds: 5 } })
  app.onClose(sandbox.close)
  // A file of a thousand invoices takes a while to write, and no upload should wait for it.
  const writer = createSandbox({ size: 1, knowledge, limits: { seconds: 120 } })
  app.onClose(writer.close)
  // Mappings under trial have a child of their own: it holds nobody up.
  const trier = createSandbox({ size: 1, knowledge, limits: { seconds: 30 } })
  app.onClose(trier.close)
  const watch = createWatch({ db, log })
  app.onClose(watch.close)
  const cache = openCache(app, watch)
  const urlGuard = openGuard(config)
  const services = {
    ...app,
    meter: app.metrics,
    isAdminEnabled: config.ADMIN_KEY !== undefined,
    retention: retentionOf(app),
    metrics: config.METRICS_TOKEN ? metricsAccess(app) : undefined,
    sandbox,
    writer,
    trier,
    mappingFolder: path.join(packageFolder, 'mappings'),
    urlGuard,
    discovering: openDiscovery(config, db, urlGuard),
    watch,
    streamLimits: { ...streamLimits, mostOfOwner: config.STREAMS_PER_OWNER },
    webFolder,
    deletesOnDownload: config.DELETE_ON_FIRST_DOWNLOAD,
    version: await packageVersion(),
    isHttps: config.BASE_URL?.startsWith('https:') ?? false,
    origin: config.BASE_URL && new URL(config.BASE_URL).origin,
    corsOrigin: config.CORS_ORIGIN,
    authMode: config.AUTH_MODE,
    bearer: bearerCheck(db, {
      secret: config.JWT_SECRET,
      jwksUrl: config.JWKS_URL,
      issuer: config.JWT_ISSUER,
      audience: config.JWT_AUDIENCE,
      adminKey: config.ADMIN_KEY,
    }),
    defaultMapping: config.DEFAULT_MAPPING,
    maxUploadBytes: config.MAX_UPLOAD_MB * 1024 * 1024,
    idleMs: 60_000,
    ...cache,
    ...limitsOf(config),
    enqueue: createEnqueue(db),
    maxPdfsPerBatch: config.MAX_PDFS_PER_BATCH,
    sendsMail: openMail(config) !== undefined,
    maxRunningPerBatch: config.CONCURRENT_JOBS_PER_BATCH,
  }
  const server = await createServer(services, log)
  app.onClose(() => server.close())
  const address = await listen(server, config)
  return config.BASE_URL ?? address
}

/** What may be forgotten: in Redis where there is one, else in this process. */
function openCache({ config, log, metrics, onClose }: App, watch: Watch) {
  const redis = config.REDIS_URL === undefined ? undefined : connectRedis(config.REDIS_URL, log)
  const store = redis?.store ?? memoryStore()
  const fresh = createFresh({ store, follow: watch.changes, meter: metrics })
  onClose(fresh.close)
  if (redis) onClose(redis.close)
  const rates = redis ? redis.rates(memoryRates()) : memoryRates()
  return { fresh, lastKnown: createLastKnown(store), rates }
}

function limitsOf(config: Config) {
  const { UPLOADS_PER_MINUTE, UPLOADS_PER_MINUTE_AND_ADDRESS } = config
  const uploads = {
    per_minute: UPLOADS_PER_MINUTE,
    per_minute_and_address: UPLOADS_PER_MINUTE_AND_ADDRESS,
  }
  return {
    budgets: { ...fixedBudgets, uploads },
    trustedProxies: config.TRUSTED_PROXIES?.split(/\s*,\s*/) ?? [],
    isBatchApiEnabled: config.ENABLE_BATCH_API,
    mostUploadsAtOnce: 250,
    slowestUpload: { bytes: 30 * 1024, seconds: 30 },
    resultWaitMs: 5 * 60_000,
  }
}

/** Reads documents for others. Returns the address that they send them to. */
export async function startGateway(base: Base): Promise<string> {
  const { config } = base
  const services = {
    ...base,
    meter: base.metrics,
    sandbox: openSandbox(base),
    version: await packageVersion(),
    maxUploadBytes: config.MAX_UPLOAD_MB * 1024 * 1024,
    // As many wait as are read, so that none waits for longer than one reading takes.
    mostAtOnce: 2 * config.WORKER_CONCURRENCY,
    idleMs: (2 * sandboxLimits.seconds + 30) * 1000,
    lastCallMs: config.SHUTDOWN_GRACE_SECONDS * 1000,
  }
  const server = await createGateway(services, base.log)
  base.onClose(() => server.close())
  return listen(server, config)
}

function openSandbox({ config, onClose }: Base): Sandbox {
  const size = config.WORKER_CONCURRENCY
  const sandbox = createSandbox({ size, knowledge: knowledgeFiles(config) })
  onClose(sandbox.close)
  return sandbox
}

function openReader(app: App): Pick<Processing, 'read' | 'dependency' | 'probe'> {
  const { GATEWAY_URL: url, GATEWAY_TIMEOUT_MS: timeoutMs } = app.config
  // Its children start when they are needed: with a gateway, to look into what was fetched and to write files.
  const sandbox = openSandbox(app)
  const { extract, probe, rewrite } = sandbox
  const read = url === undefined ? meetReader(app, sandbox) : gatewayReader({ url, timeoutMs })
  return {
    read: measured(withOwnDirectory(withDrafts(read, { ...app, extract }), { ...app, rewrite }), {
      ...app,
      meter: app.metrics,
    }),
    ...(url !== undefined && { dependency: 'gateway' as const }),
    probe,
  }
}

function openGuard({ ALLOW_LOOPBACK_URLS_FOR_TESTS: allowLoopback }: Config): Guard {
  return createGuard({ resolve: createResolve(), allowLoopback })
}

/** Claims and reads documents until the app closes. */
export function startReading(app: App): void {
  const { config, db, log } = app
  const worker = startWorker({
    db,
    log,
    meter: app.metrics,
    tracer: app.tracer,
    handler: createHandler({
      ...app,
      ...openReader(app),
      fetchUrl: createFetch(openGuard(config)),
      maxUploadBytes: config.MAX_UPLOAD_MB * 1024 * 1024,
    }),
    // Unique for each start: a worker that comes back must not be taken for the one that died.
    workerId: `${config.WORKER_ID ?? hostname()}-${randomBytes(4).toString('hex')}`,
    concurrency: config.WORKER_CONCURRENCY,
    leaseSeconds: config.LEASE_TTL_SECONDS,
    pollMs: config.POLL_INTERVAL_MS,
    maxRetries: config.MAX_RETRIES,
    caps: { gateway: config.MAX_CONCURRENT_GATEWAY_CALLS, llm: config.MAX_CONCURRENT_AI_CALLS },
  })
  app.onClose(() => worker.stop(config.SHUTDOWN_GRACE_SECONDS * 1000))
}

/** Sends e-mails and calls webhooks until the app closes. */
export function startNotifying({ config, db, log, onClose }: App): void {
  const pollMs = config.POLL_INTERVAL_MS
  const post = createPost(openGuard(config))
  const notifier = startNotifier({ db, log, pollMs, post, mail: openMail(config) })
  onClose(() => notifier.stop())
}
