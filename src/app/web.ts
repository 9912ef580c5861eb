import { existsSync } from 'node:fs'
import path from 'node:path'
import { createFreeSpace } from '../blobs/free-space.ts'
import { createResponseCache } from '../cache/response-cache.ts'
import { createStaleCache } from '../cache/stale-cache.ts'
import type { Config } from '../config.ts'
import { fixedBudgets } from '../domain/api/rate-budgets.ts'
import { StartupError } from '../domain/errors/app-error.ts'
import { backgroundNiceness, probeNiceness } from '../extraction/sandbox/child-limits.ts'
import { createFetch, fetchLimits } from '../fetch/fetch.ts'
import { createServer, type ServerDeps } from '../http/servers/server.ts'
import { streamLimits } from '../http/streams/streams.ts'
import { createBearerAuthenticator } from '../identity/bearer.ts'
import { type ByteQuotas, createByteQuotas } from '../intake/byte-quotas.ts'
import { createWatch } from '../live/watch.ts'
import { createEnqueue } from '../queue/group-enqueues.ts'
import { openDiscovery } from './discovery.ts'
import { listen } from './listen.ts'
import { metricsAccess } from './operations.ts'
import { packageFolder, packageVersion } from './package-info.ts'
import { retentionPolicy } from './retention.ts'
import type { Services } from './services.ts'
import { storageAddress } from './storage.ts'
import { openOidcProvider, reportOidcProvider } from './sign-in.ts'

/** Time limit for checking a sheet, in ms; shorter than for a worker, because a user is waiting. */
const sheetCheckMs = 60_000

/** Serves the API and the web app. Returns their URL. */
export async function startWeb(services: Services): Promise<string> {
  const { config, log, onClose } = services
  const deps = await createServerDeps(services)
  if (!existsSync(path.join(deps.webFolder, 'index.html'))) {
    throw new StartupError('CANNOT_START', 'The web app has not been built. Run: npm run build')
  }
  const server = await createServer(deps, log)
  onClose(() => server.close())
  const address = await listen(server, config)
  if (deps.oidc) void reportOidcProvider(deps.oidc, log)
  return config.BASE_URL ?? address
}

/** Wires up the routes' dependencies. */
export async function createServerDeps(services: Services): Promise<ServerDeps> {
  const { config, log, db, metrics, cache, openSandbox, onClose } = services
  const version = await packageVersion()
  const watch = createWatch({ db, log })
  onClose(watch.close)
  const responseCache = createResponseCache({
    store: cache.store,
    onChange: watch.onChange,
    meter: metrics,
  })
  onClose(responseCache.close)
  return {
    ...services,
    meter: metrics,
    metrics: config.METRICS_TOKEN ? metricsAccess(services) : undefined,
    retention: { ...retentionPolicy(services), onExpired: services.statuses.changed },
    // Uses separate child processes, so that uploads, exports and mapping tests never wait for each other. Converting a
    // TIFF with many pages takes longer than opening any PDF.
    sandbox: openSandbox({ size: 2, limits: { probe_seconds: 5, niceness: probeNiceness } }),
    writer: openSandbox({ size: 1, limits: { seconds: 120 } }),
    trier: openSandbox({ size: 1, limits: { seconds: 10, niceness: backgroundNiceness } }),
    discovery: openDiscovery(services),
    fetchUrl: createFetch(services.urlGuard, { ...fetchLimits, totalMs: sheetCheckMs }),
    watch,
    responseCache,
    staleCache: createStaleCache(cache.store),
    rateLimiter: cache.rates,
    enqueue: createEnqueue(db),
    byteQuotas: openByteQuotas(services),
    mappingFolder: path.join(packageFolder, 'mappings'),
    webFolder: path.join(packageFolder, 'dist', 'web'),
    version,
    serveMcpCall: async (call) => {
      const { createMcpHttpHandler } = await import('../mcp/http.ts')
      return createMcpHttpHandler(version)(call)
    },
    sendsMail: services.mail !== undefined,
    ...accessSettings(services),
    ...limits(config),
  }
}

function accessSettings({ config, db }: Services) {
  return {
    isAdminEnabled: config.ADMIN_KEY !== undefined,
    isHttps: config.BASE_URL?.startsWith('https:') ?? false,
    origin: config.BASE_URL && new URL(config.BASE_URL).origin,
    corsOrigin: config.CORS_ORIGIN,
    authMode: config.AUTH_MODE,
    oidc: openOidcProvider(config),
    authenticateToken: createBearerAuthenticator(db, {
      secret: config.JWT_SECRET,
      jwksUrl: config.JWKS_URL,
      issuer: config.JWT_ISSUER,
      audience: config.JWT_AUDIENCE,
      adminKey: config.ADMIN_KEY,
    }),
    trustedProxies: config.TRUSTED_PROXIES?.split(/\s*,\s*/) ?? [],
    isBatchApiEnabled: config.ENABLE_BATCH_API,
    deletesOnDownload: config.DELETE_ON_FIRST_DOWNLOAD,
    defaultMapping: config.DEFAULT_MAPPING,
  }
}

/** Lists the folders that hold files, which may be on different disks. */
export function listFileFolders(config: Config): string[] {
  const address = storageAddress(config)
  const { DATA_DIR, TEMP_FILE_DIR } = config
  return [DATA_DIR, TEMP_FILE_DIR, ...(address.kind === 'file' ? [address.folder] : [])]
}

export function openByteQuotas({ config, db, cache }: Services): ByteQuotas {
  const megabyte = 1024 * 1024
  return createByteQuotas({
    db,
    store: cache.store,
    limits: {
      per_day: config.UPLOAD_MB_PER_DAY * megabyte,
      per_day_and_address: config.UPLOAD_MB_PER_DAY_PER_IP * megabyte,
      stored: config.MAX_STORED_MB * megabyte,
      stored_and_address: config.MAX_STORED_MB_PER_IP * megabyte,
    },
    freeBytes: createFreeSpace(listFileFolders(config)),
    minFreeBytes: config.MIN_FREE_DISK_MB * megabyte,
  })
}

function limits(config: Config) {
  const uploads = {
    per_minute: config.UPLOADS_PER_MINUTE,
    per_minute_and_address: config.UPLOADS_PER_MINUTE_PER_IP,
  }
  return {
    budgets: { ...fixedBudgets, uploads },
    sessionsPerHour: config.SESSIONS_PER_HOUR_PER_IP,
    maxUploadBytes: config.MAX_UPLOAD_MB * 1024 * 1024,
    maxPdfsPerBatch: config.MAX_PDFS_PER_BATCH,
    maxRunningPerBatch: config.MAX_CONCURRENT_JOBS_PER_BATCH,
    maxConcurrentUploads: 250,
    maxConcurrentUploadsPerAddress: 60,
    streamLimits: { ...streamLimits, maxPerOwner: config.MAX_STREAMS_PER_OWNER },
    idleMs: 60_000,
    resultWaitMs: 5 * 60_000,
  }
}
