import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../domain/errors/app-error.ts'
import { hashSecret, matchesHash } from '../../identity/secrets.ts'
import { createBaseServer } from './base-server.ts'
import { createDetail } from '../../domain/i18n/problem-detail.ts'

export interface MetricsAccess {
  /** Renders all metrics in the Prometheus text format. */
  render: () => Promise<string>
  /** Required bearer token; undefined if the port itself is private. */
  token: string | undefined
}

export function serveMetrics(app: FastifyInstance, { render, token }: MetricsAccess): void {
  const hash = token === undefined ? undefined : hashSecret(token)
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (hash !== undefined && !matchesHash(readBearer(request), hash)) {
      reply.header('www-authenticate', 'Bearer realm="docket metrics"')
      throw new AppError('UNAUTHORIZED', createDetail('metrics_token_needed', {}))
    }
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await render())
  })
}

/** Creates a server on a separate port, for networks in which only Prometheus can reach that port. */
export function createMetricsServer(
  access: MetricsAccess,
  log: FastifyBaseLogger,
  checkReadiness: () => Promise<void> = async () => undefined,
): FastifyInstance {
  const app = createBaseServer({ idleMs: 60_000, shutdownGraceMs: 1_000 }, log)
  serveMetrics(app, access)
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    await checkReadiness()
    return { status: 'ready' }
  })
  app.setNotFoundHandler(() => {
    throw new AppError('NOT_FOUND')
  })
  return app
}

function readBearer({ headers }: FastifyRequest): string {
  return /^bearer +(.*)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
}
