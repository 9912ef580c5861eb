import type { FastifyInstance } from 'fastify'

const allowedHeaders =
  'authorization, x-api-key, content-type, idempotency-key, if-match, if-none-match, range, if-range, last-event-id'
const exposedHeaders =
  'location, content-disposition, etag, accept-ranges, content-range, retry-after, ratelimit, ratelimit-policy, www-authenticate, docket-left-out, docket-left-out-count, x-request-id, idempotency-replayed, deprecation, link'

/** Allows scripts from one other origin to call the API. */
export function allowOrigin(app: FastifyInstance, origin: string): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/api/')) return
    reply.header('vary', 'Origin')
    if (request.headers.origin !== origin) return
    reply
      .header('access-control-allow-origin', origin)
      .header('access-control-allow-credentials', 'true')
      .header('access-control-expose-headers', exposedHeaders)
    const isPreflight = request.headers['access-control-request-method'] !== undefined
    if (request.method !== 'OPTIONS' || !isPreflight) return
    await reply
      .header('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE')
      .header('access-control-allow-headers', allowedHeaders)
      .header('access-control-max-age', '600')
      .code(204)
      .send()
  })
}
