/**
 * The web server: hooks in order, then routes, then the web app. Before its body is read, each request waits for its
 * turn and passes CSRF protection, the rate limit of its network, authentication (access/identify.ts), the rate limit of
 * its owner, the media type check and the upload limits.
 */

import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { DirectoryDeps } from '../../directory/entries.ts'
import type { Database } from '../../db/db.ts'
import type { Sandbox } from '../../extraction/sandbox/sandbox.ts'
import type { Tracer } from '../../domain/ports/tracer.ts'
import { rejectUnsafeText } from '../../domain/errors/unsafe-text.ts'
import { type AdminRouteDeps, adminRoutes } from '../routes/admin.ts'
import { throttleAdminGuesses } from '../access/admin-guard.ts'
import { createBaseServer } from './base-server.ts'
import { type BatchRouteDeps, batchRoutes } from '../routes/batches.ts'
import { compressJson } from '../responses/compress-json.ts'
import { rejectOtherTypes } from '../requests/content-types.ts'
import { allowOrigin } from '../access/cors.ts'
import { preventCaching, addSecurityHeaders } from '../access/security-headers.ts'
import { identifyCallers } from '../access/identify.ts'
import { type IdentityRouteDeps, identityRoutes } from '../routes/identity.ts'
import { type JobRouteDeps, jobRoutes } from '../routes/jobs.ts'
import { acceptEmptyJson } from '../requests/json-bodies.ts'
import type { MinBodyRate } from '../requests/min-body-rate.ts'
import { paceRequests } from '../access/pace-requests.ts'
import { paceStreams } from '../access/pace-streams.ts'
import { throttleUploads, type UploadLimits } from '../access/throttle-uploads.ts'
import { type ByteQuotaDeps, checkByteQuotas } from '../access/check-byte-quota.ts'
import { type RateLimitDeps, limitByAddress, limitByOwner } from '../access/rate-limits.ts'
import { type SignInRouteDeps, signInRoutes } from '../routes/sign-in.ts'
import { type SyncExtractRouteDeps, syncExtractRoutes } from '../routes/sync-extract.ts'
import { isBatchPath, disableBatches } from '../requests/disable-batches.ts'
import { type MeetRouteDeps, meetRoutes } from '../routes/meets.ts'
import { layoutRoutes } from '../routes/layouts.ts'
import { type MappingRouteDeps, mappingRoutes } from '../routes/mappings.ts'
import { type LinkRouteDeps, linkRoutes } from '../routes/links.ts'
import { type MetaRouteDeps, metaRoutes } from '../routes/meta.ts'
import { type MetricsAccess, serveMetrics } from './metrics.ts'
import { type McpRouteDeps, mcpRoutes } from '../routes/mcp.ts'
import { missingNumberRoutes } from '../routes/missing-numbers.ts'
import { directoryRoutes } from '../routes/directory.ts'
import { type NotificationRouteDeps, notificationRoutes } from '../routes/notifications.ts'
import { describeApi, describeSecurity } from '../openapi/openapi.ts'
import { rejectOtherMethods } from '../requests/other-methods.ts'
import { serveLlmsText } from '../pages/llms-text.ts'
import { servePages } from '../pages/pages.ts'
import { queueViewRoutes } from '../routes/queue-views.ts'
import { type ReadAgainRouteDeps, readAgainRoutes } from '../routes/read-again.ts'
import { type SplitRouteDeps, splitRoutes } from '../routes/split.ts'
import { type ReadingRouteDeps, readingRoutes } from '../routes/readings.ts'
import { rejectCrossSite } from '../access/same-site.ts'
import { type StatusRouteDeps, statusRoutes } from '../routes/status.ts'
import { cacheStatuses } from '../responses/cache-statuses.ts'
import type { StatusWriter } from '../../jobs/job-status.ts'
import { invalidateOnChange } from '../responses/invalidate-on-change.ts'
import { type ShareRouteDeps, shareRoutes } from '../routes/shares.ts'
import { type StreamRouteDeps, streamRoutes } from '../routes/streams.ts'
import { teamRoutes } from '../routes/teams.ts'

/** The dependencies of all routes and hooks, and of the server itself. */
export interface ServerDeps
  extends JobRouteDeps,
    BatchRouteDeps,
    AdminRouteDeps,
    LinkRouteDeps,
    MappingRouteDeps,
    MeetRouteDeps,
    StreamRouteDeps,
    StatusRouteDeps,
    MetaRouteDeps,
    McpRouteDeps,
    NotificationRouteDeps,
    ReadAgainRouteDeps,
    SplitRouteDeps,
    ReadingRouteDeps,
    ShareRouteDeps,
    SignInRouteDeps,
    SyncExtractRouteDeps,
    DirectoryDeps,
    IdentityRouteDeps,
    RateLimitDeps,
    ByteQuotaDeps,
    UploadLimits {
  db: Database
  sandbox: Sandbox
  statuses: StatusWriter
  /** This server's public origin, if known. */
  origin: string | undefined
  /** Another website whose scripts may use the API. */
  corsOrigin: string | undefined
  /** Addresses of proxies whose forwarding headers are trusted. */
  trustedProxies: string[]
  minBodyRate?: MinBodyRate
  /** The folder with the built web app. */
  webFolder: string
  tracer?: Tracer
  /** Absent if this server does not serve metrics. */
  metrics?: MetricsAccess | undefined
}

const apiRoutes: ((api: FastifyInstance, services: ServerDeps) => void)[] = [
  jobRoutes,
  readAgainRoutes,
  splitRoutes,
  statusRoutes,
  linkRoutes,
  batchRoutes,
  streamRoutes,
  notificationRoutes,
  readingRoutes,
  directoryRoutes,
  missingNumberRoutes,
  syncExtractRoutes,
  meetRoutes,
  mappingRoutes,
  layoutRoutes,
  shareRoutes,
  identityRoutes,
  signInRoutes,
  teamRoutes,
  metaRoutes,
  mcpRoutes,
  adminRoutes,
  queueViewRoutes,
]

export async function createServer(
  services: ServerDeps,
  log: FastifyBaseLogger,
): Promise<FastifyInstance> {
  const app = createBaseServer({ ...services, shutdownGraceMs: 5_000 }, log)
  paceRequests(app)
  addSecurityHeaders(app, services.isHttps)
  preventCaching(app)
  await app.register(cookie)
  await app.register(multipart)
  acceptEmptyJson(app)
  await describeApi(app, services.version, {
    ...describeSecurity(services.isHttps),
    origin: services.origin,
    hasWebhooks: true,
    isDisabled: (path) => !services.isBatchApiEnabled && isBatchPath(path),
  })
  const origins = [services.origin, services.corsOrigin]
  if (services.corsOrigin !== undefined) allowOrigin(app, services.corsOrigin)
  app.addHook('preValidation', async ({ body, query, params }) =>
    rejectUnsafeText([body, query, params]),
  )
  app.addHook('onRequest', rejectCrossSite(origins.filter((one) => one !== undefined)))
  const rejectOthers = rejectOtherMethods(app)
  await app.register(async (api) => {
    compressJson(api)
    rejectOthers(api)
    if (!services.isBatchApiEnabled) disableBatches(api, services.maxUploadBytes)
    limitByAddress(api, services)
    if (services.isAdminEnabled) throttleAdminGuesses(api)
    paceStreams(api)
    identifyCallers(api, services)
    limitByOwner(api, services)
    checkByteQuotas(api, services)
    rejectOtherTypes(api, services)
    throttleUploads(api, services)
    invalidateOnChange(api, services)
    cacheStatuses(api, services)
    for (const addRoutes of apiRoutes) addRoutes(api, services)
  })
  app.get('/readyz', { schema: { hide: true } }, async () => {
    await services.readiness.check()
    return { status: 'ready' }
  })
  if (services.metrics) serveMetrics(app, services.metrics)
  serveLlmsText(app)
  await servePages(app, services.webFolder)
  return app
}
