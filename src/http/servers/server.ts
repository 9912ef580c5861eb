import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Keeping } from '../../directory/entries.ts'
import type { Discovering } from '../../discovery/discover.ts'
import type { Exporting } from '../../results/export.ts'
import type { Trying } from '../../review/mapping-trials.ts'
import type { Receiving } from '../../intake/receive.ts'
import type { Retention } from '../../retention/retain.ts'
import type { Watch } from '../../live/watch.ts'
import type { Fresh } from '../../cache/fresh.ts'
import type { LastKnown } from '../../cache/last-known.ts'
import type { AuthMode, Identity } from '../../domain/api/identity.ts'
import type { Meter } from '../../domain/ports/meter.ts'
import type { Tracer } from '../../domain/ports/tracer.ts'
import { refuseUnfit } from '../../domain/errors/unsafe-text.ts'
import { adminRoutes } from '../routes/admin.ts'
import { refuseGuessers } from '../access/admin-guard.ts'
import { bareServer } from './bare-server.ts'
import { batchRoutes } from '../routes/batches.ts'
import { compressJson } from '../responses/compress-json.ts'
import { refuseOtherTypes } from '../requests/content-types.ts'
import { allowOrigin } from '../access/cors.ts'
import { keepFromCaches, secureHeaders } from '../access/security-headers.ts'
import { identifyAskers } from '../access/identify.ts'
import { identityRoutes } from '../routes/identity.ts'
import { jobRoutes } from '../routes/jobs.ts'
import { takeEmptyJson } from '../requests/json-bodies.ts'
import { boundUploads, type UploadBounds } from '../requests/limit-uploads.ts'
import { type Limiting, limitByAddress, limitByOwner } from '../access/rate-limits.ts'
import { singleRoutes } from '../routes/single.ts'
import { isOfBatches, refuseBatches } from '../requests/disable-batches.ts'
import { meetRoutes } from '../routes/meets.ts'
import { mappingRoutes } from '../routes/mappings.ts'
import { linkRoutes } from '../routes/links.ts'
import { metaRoutes } from '../routes/meta.ts'
import { type MetricsAccess, serveMetrics } from './metrics.ts'
import { directoryRoutes } from '../routes/directory.ts'
import { notificationRoutes } from '../routes/notifications.ts'
import { describeApi, describeIdentities } from '../openapi/openapi.ts'
import { refuseOtherMethods } from '../requests/other-methods.ts'
import { servePages } from '../pages/pages.ts'
import { readingRoutes } from '../routes/readings.ts'
import { refuseCrossSite } from '../access/same-site.ts'
import { statusRoutes } from '../routes/status.ts'
import { tellChanges } from '../responses/publish-changes.ts'
import { shareRoutes } from '../routes/shares.ts'
import type { StreamLimits } from '../streams/streams.ts'
import { streamRoutes } from '../routes/streams.ts'

/** What the routes need; the composition root has made it. */
export interface Services extends Receiving, Exporting, Keeping, Trying, Limiting, UploadBounds {
  maxUploadBytes: number
  db: Receiving['db']
  version: string
  /** Whether a mail server is set. */
  sendsMail: boolean
  /** Whether people reach this server by https, be it through a proxy. */
  isHttps: boolean
  /** The public address of this server, where it is known. */
  origin: string | undefined
  /** Another website whose scripts may use the API. */
  corsOrigin: string | undefined
  authMode: AuthMode
  /** Says whose token this is, or refuses it. */
  bearer: (token: string) => Promise<Identity>
  watch: Watch
  fresh: Fresh
  lastKnown: LastKnown
  streamLimits: StreamLimits
  /** Without it, batches are refused; single documents go on. */
  isBatchApiEnabled: boolean
  /** How long the forms that answer with the result wait for it. */
  resultWaitMs: number
  /** Addresses of proxies that are believed about where a request comes from. */
  trustedProxies: string[]
  /** What finds the heat sheets of a meet's page. */
  discovering: Discovering
  /** Whether results are deleted once they have been downloaded. */
  deletesOnDownload: boolean
  /** The built web app. */
  webFolder: string
  /** A connection on which nothing moves for so long is given up. */
  idleMs: number
  meter: Meter
  tracer?: Tracer
  /** Whether there is a key of the operator's. */
  isAdminEnabled: boolean
  retention: Retention
  /** What this process measures, for those who have the token; left out, there is none. */
  metrics?: MetricsAccess | undefined
}

/** The whole HTTP side, ready to listen or to be injected into. */
export async function createServer(
  services: Services,
  log: FastifyBaseLogger,
): Promise<FastifyInstance> {
  const app = bareServer({ ...services, lastCallMs: 5_000 }, log)
  await secureHeaders(app, services.isHttps)
  keepFromCaches(app)
  await app.register(cookie)
  await app.register(multipart)
  takeEmptyJson(app)
  await describeApi(app, services.version, {
    ...describeIdentities(services.isHttps),
    isOff: (path) => !services.isBatchApiEnabled && isOfBatches(path),
  })
  const origins = [services.origin, services.corsOrigin]
  if (services.corsOrigin !== undefined) allowOrigin(app, services.corsOrigin)
  app.addHook('preValidation', async ({ body, query }) => refuseUnfit([body, query]))
  app.addHook('onRequest', refuseCrossSite(origins.filter((one) => one !== undefined)))
  await app.register(async (api) => {
    compressJson(api)
    const refuseOthers = refuseOtherMethods(api)
    if (!services.isBatchApiEnabled) refuseBatches(api, services.maxUploadBytes)
    limitByAddress(api, services)
    if (services.isAdminEnabled) refuseGuessers(api)
    identifyAskers(api, services)
    limitByOwner(api, services)
    refuseOtherTypes(api, services)
    boundUploads(api, services)
    tellChanges(api, services)
    jobRoutes(api, services)
    statusRoutes(api, services)
    linkRoutes(api, services)
    batchRoutes(api, services)
    streamRoutes(api, services)
    notificationRoutes(api, services)
    readingRoutes(api, services)
    directoryRoutes(api, services)
    singleRoutes(api, services)
    meetRoutes(api, services)
    mappingRoutes(api, services)
    shareRoutes(api, services)
    identityRoutes(api, services)
    metaRoutes(api, services)
    adminRoutes(api, services)
    api.after(refuseOthers)
  })
  if (services.metrics) serveMetrics(app, services.metrics)
  await servePages(app, services.webFolder)
  return app
}
