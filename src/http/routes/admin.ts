import type { FastifyInstance } from 'fastify'
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
import { AppError } from '../../domain/errors/app-error.ts'
import type { Route } from '../../domain/api/route.ts'
import { routes } from '../../domain/api/routes/routes.ts'
import { requireAdmin } from '../access/authorise.ts'
import { type RouteHandler, serveRoute } from '../requests/serve-route.ts'
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

  /** Serves a route to administrators. Rejects all callers if no ADMIN_KEY is configured. */
  function serve<R extends Route>(route: R, handler: RouteHandler<R>): void {
    serveRoute(app, route, async (input) => {
      if (!services.isAdminEnabled) {
        throw new AppError('DISABLED', createDetail('admin_disabled', {}))
      }
      requireAdmin(input.request)
      return handler(input)
    })
  }

  serve(routes.adminOverview, async () => loadOverview(db, await services.byteQuotas.readDisk()))

  serve(routes.pauseQueue, ({ request }) => setPaused(db, request.log, true))

  serve(routes.resumeQueue, ({ request }) => setPaused(db, request.log, false))

  serve(routes.listDeadLetters, ({ query }) => listDeadLetters(db, query))

  serve(routes.requeueDeadLetters, ({ body, request }) =>
    requeueFailed({ db, log: request.log, onChange }, body),
  )

  serve(routes.listActiveJobs, ({ query }) => listActiveJobs(db, query))

  serve(routes.cancelActiveJobs, ({ body, request }) =>
    cancelAnyJobs({ db, log: request.log, onChange }, body),
  )

  serve(routes.prioritizeJobs, ({ body, request }) =>
    prioritizeAnyJobs({ db, log: request.log, onChange }, body),
  )

  serve(routes.runCleanup, async ({ body, request }) => {
    if (body.dry_run) return previewSweep(retention)
    const swept = await sweepNow({ ...retention, log: request.log })
    countSwept(meter, swept)
    request.log.warn(swept, 'cleanup started by administrator')
    return swept
  })

  serve(routes.analytics, ({ query }) => loadAnalytics(db, query.days))
}
