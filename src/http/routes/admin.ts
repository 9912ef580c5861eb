import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  loadAnalytics,
  listDeadLetters,
  loadOverview,
  requeueFailed,
  setPaused,
} from '../../operations/admin.ts'
import { cancelAnyJobs, listActiveJobs, prioritizeAnyJobs } from '../../operations/active-jobs.ts'
import { countSwept, previewSweep, type RetentionDeps, sweepNow } from '../../retention/sweep.ts'
import type { ByteQuotas } from '../../intake/byte-quotas.ts'
import { AppError } from '../../domain/errors/errors.ts'
import { routes } from '../../domain/api/routes/routes.ts'
import { requireAdmin } from '../access/identify.ts'
import { serveRoute } from '../requests/serve-route.ts'
import type { StatusWriter } from '../../jobs/job-status.ts'
import type { Database } from '../../db/db.ts'
import type { Meter } from '../../domain/ports/meter.ts'
import { createDetail } from '../../domain/i18n/problem-detail.ts'

export interface AdminRouteDeps {
  db: Database
  retention: RetentionDeps
  meter: Meter
  byteQuotas: ByteQuotas
  /** Whether an `ADMIN_KEY` is configured. */
  isAdminEnabled: boolean
  /** Caches the status of each changed job. */
  statuses: StatusWriter
}

export function adminRoutes(app: FastifyInstance, services: AdminRouteDeps): void {
  const { db, retention, meter } = services
  const onChange = services.statuses.changed

  /** Rejects everyone if no ADMIN_KEY is configured. */
  function requireAdminKey(request: FastifyRequest): void {
    if (!services.isAdminEnabled) throw new AppError('DISABLED', createDetail('admin_disabled', {}))
    requireAdmin(request)
  }

  serveRoute(app, routes.adminOverview, async ({ request }) => {
    requireAdminKey(request)
    return loadOverview(db, await services.byteQuotas.readDisk())
  })

  serveRoute(app, routes.pauseQueue, ({ request }) => {
    requireAdminKey(request)
    return setPaused(db, request.log, true)
  })

  serveRoute(app, routes.resumeQueue, ({ request }) => {
    requireAdminKey(request)
    return setPaused(db, request.log, false)
  })

  serveRoute(app, routes.listDeadLetters, ({ query, request }) => {
    requireAdminKey(request)
    return listDeadLetters(db, query)
  })

  serveRoute(app, routes.requeueDeadLetters, ({ body, request }) => {
    requireAdminKey(request)
    return requeueFailed(db, request.log, body)
  })

  serveRoute(app, routes.listActiveJobs, ({ query, request }) => {
    requireAdminKey(request)
    return listActiveJobs(db, query)
  })

  serveRoute(app, routes.cancelActiveJobs, ({ body, request }) => {
    requireAdminKey(request)
    return cancelAnyJobs({ db, log: request.log, onChange }, body)
  })

  serveRoute(app, routes.prioritizeJobs, ({ body, request }) => {
    requireAdminKey(request)
    return prioritizeAnyJobs({ db, log: request.log, onChange }, body)
  })

  serveRoute(app, routes.runCleanup, async ({ body, request }) => {
    requireAdminKey(request)
    if (body.dry_run) return previewSweep(retention)
    const swept = await sweepNow({ ...retention, log: request.log })
    countSwept(meter, swept)
    request.log.warn(swept, 'cleanup started by administrator')
    return swept
  })

  serveRoute(app, routes.analytics, ({ query, request }) => {
    requireAdminKey(request)
    return loadAnalytics(db, query.days)
  })
}
