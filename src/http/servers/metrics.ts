import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../domain/errors/errors.ts'
import { hashOf, hasHash } from '../../identity/secrets.ts'
import { bareServer } from './bare-server.ts'

export interface MetricsAccess {
  /** The figures as Prometheus reads them. */
  show: () => Promise<string>
  /** What Prometheus must send; undefined where the port itself is private. */
  token: string | undefined
}

export function serveMetrics(app: FastifyInstance, { show, token }: MetricsAccess): void {
  const hash = token === undefined ? undefined : hashOf(token)
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (hash !== undefined && !hasHash(bearerOf(request), hash)) {
      reply.header('www-authenticate', 'Bearer realm="docket metrics"')
      throw new AppError('UNAUTHORIZED', 'Send the setting METRICS_TOKEN as a bearer token.')
    }
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await show())
  })
}

/** A port of its own, for networks in which only Prometheus and the host can reach it. */
export function createMetricsServer(
  access: MetricsAccess,
  log: FastifyBaseLogger,
): FastifyInstance {
  const app = bareServer({ idleMs: 60_000, lastCallMs: 1_000 }, log)
  serveMetrics(app, access)
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.setNotFoundHandler(() => {
    throw new AppError('NOT_FOUND')
  })
  return app
}

function bearerOf({ headers }: FastifyRequest): string {
  return /^bearer +(.*)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
}
