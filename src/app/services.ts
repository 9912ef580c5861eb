import type { Blobs } from '../blobs/blobs.ts'
import { memoryRateLimiter, type RateLimiter } from '../cache/rate-limiter.ts'
import { memoryStore, type CacheStore } from '../cache/store.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/db.ts'
import { createDirectoryCache, type DirectoryCache } from '../directory/owner-directory.ts'
import { probeStorage } from '../blobs/probe-storage.ts'
import { createReadinessCheck, type Readiness } from '../operations/readiness.ts'
import { createStatusWriter, type StatusWriter } from '../jobs/job-status.ts'
import { createGuard, type Guard } from '../fetch/guard.ts'
import { createResolver } from '../fetch/resolve.ts'
import { openMail } from './mail.ts'
import type { NotifierDeps } from '../notify/notifier.ts'
import { registerDatabaseMetrics } from '../telemetry/database-metrics.ts'
import { type CoreServices, type CoreOverrides, createCore } from './core.ts'
import { openDatabase } from './database.ts'
import { openBlobs } from './storage.ts'

/** Services shared by the server commands that use a database. */
export interface Services extends CoreServices {
  db: Database
  blobs: Blobs
  directories: DirectoryCache
  /** Checks the URLs of documents before Docket requests them. */
  urlGuard: Guard
  /** Checks the URLs of webhooks before Docket requests them. */
  webhookGuard: Guard
  /** Undefined if no mail server is configured. */
  mail: NotifierDeps['mail']
  /** Redis if configured, otherwise memory. Entries may disappear at any time. */
  cache: { store: CacheStore; rates: RateLimiter }
  /** Caches the status of each changed job. */
  statuses: StatusWriter
  /** Checks that the database and the storage respond. */
  readiness: Readiness
}

/** Services that the caller provides and closes. */
export interface Overrides extends CoreOverrides {
  db?: Database
  blobs?: Blobs
  mail?: NotifierDeps['mail']
  cache?: Services['cache']
}

/** Opens the configured database, storage, cache and mail server. */
export async function createServices(config: Config, overrides: Overrides = {}): Promise<Services> {
  const core = await createCore(config, overrides)
  const { log, metrics, onClose } = core
  try {
    const db = overrides.db ?? (await openDatabase(config, log, onClose))
    const blobs = overrides.blobs ?? (await openBlobs(config))
    const cache = overrides.cache ?? (await openCache(core))
    registerDatabaseMetrics({
      metrics,
      db,
      log,
      disk: async () => blobs.space?.(),
      probeStorage: () => probeStorage(blobs),
    })
    return {
      ...core,
      db,
      blobs,
      directories: createDirectoryCache(db),
      urlGuard: openGuard(config, config.URL_ALLOWED_NETWORKS),
      webhookGuard: openGuard(config, config.WEBHOOK_ALLOWED_NETWORKS),
      mail: overrides.mail ?? (await openMail(config)),
      cache,
      statuses: openStatusWriter(db, cache, core),
      readiness: createReadinessCheck({ db, probeStorage: () => probeStorage(blobs) }),
    }
  } catch (error) {
    await core.close()
    throw error
  }
}

function openGuard(config: Config, allowedNetworks: string | undefined): Guard {
  const allowLoopback = config.ALLOW_LOOPBACK_URLS_FOR_TESTS
  return createGuard({ resolve: createResolver(), allowLoopback, allowedNetworks })
}

function openStatusWriter(
  db: Database,
  { store }: Services['cache'],
  { log, onClose }: CoreServices,
) {
  const statuses = createStatusWriter({ db, store, log })
  onClose(statuses.close)
  return statuses
}

async function openCache({ config, log, onClose }: CoreServices): Promise<Services['cache']> {
  if (config.REDIS_URL === undefined) return { store: memoryStore(), rates: memoryRateLimiter() }
  const { connectRedis } = await import('../cache/redis.ts')
  const redis = connectRedis(config.REDIS_URL, log)
  onClose(redis.close)
  return { store: redis.store, rates: redis.rateLimiter(memoryRateLimiter()) }
}
