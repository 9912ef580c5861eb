import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  loadAnalytics,
  listDeadLetters,
  loadOverview,
  requeueFailed,
  setPaused,
} from '../../operations/admin.ts'
import { countSwept, previewSweep, type RetentionDeps, sweepNow } from '../../retention/sweep.ts'
import { AppError } from '../../domain/errors/errors.ts'
import { routes } from '../../domain/api/routes/routes.ts'
import { requireAdmin } from '../access/identify.ts'
import { serve } from '../requests/serve.ts'
import type { Database } from '../../db/db.ts'
import type { Meter } from '../../domain/ports/meter.ts'

export interface AdminRouteDeps {
  db: Database
  retention: RetentionDeps
  meter: Meter
  /** Whether an `ADMIN_KEY` is set. */
  isAdminEnabled: boolean
}

export function adminRoutes(app: FastifyInstance, services: AdminRouteDeps): void {
  const { db, retention, meter } = services

  /** Anyone else is refused, and where there is no operator, everyone. */
  function requireOperator(request: FastifyRequest): void {
    if (!services.isAdminEnabled) throw new AppError('DISABLED', noOperator)
    requireAdmin(request)
  }

  serve(app, routes.adminOverview, ({ request }) => {
    requireOperator(request)
    return loadOverview(db)
  })

  serve(app, routes.pauseQueue, ({ request }) => {
    requireOperator(request)
    return setPaused(db, request.log, true)
  })

  serve(app, routes.resumeQueue, ({ request }) => {
    requireOperator(request)
    return setPaused(db, request.log, false)
  })

  serve(app, routes.listDeadLetters, ({ query, request }) => {
    requireOperator(request)
    return listDeadLetters(db, query)
  })

  serve(app, routes.requeueDeadLetters, ({ body, request }) => {
    requireOperator(request)
    return requeueFailed(db, request.log, body)
  })

  serve(app, routes.runCleanup, async ({ body, request }) => {
    requireOperator(request)
    if (body.dry_run) return previewSweep(retention)
    const gone = await sweepNow({ ...retention, log: request.log })
    countSwept(meter, gone)
    request.log.warn(gone, 'cleanup started by administrator')
    return gone
  })

  serve(app, routes.analytics, ({ query, request }) => {
    requireOperator(request)
    return loadAnalytics(db, query.days)
  })
}

const noOperator = 'This Docket has no operator. Set ADMIN_KEY to be one.'
