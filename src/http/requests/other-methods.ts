import type { FastifyInstance } from 'fastify'
import { AppError } from '../../domain/errors/app-error.ts'
import { createDetail } from '../../domain/i18n/problem-detail.ts'

/**
 * Rejects unsupported methods with 405 and an Allow header. Call this before registering routes, and the returned
 * function afterwards.
 */
export function rejectOtherMethods(app: FastifyInstance): () => void {
  const methodsByPath = new Map<string, string[]>()
  app.addHook('onRoute', ({ url, method }) => {
    methodsByPath.set(url, [...(methodsByPath.get(url) ?? []), ...[method].flat()])
  })
  return () => {
    for (const [url, methods] of methodsByPath) {
      const allow = [...new Set(methods)].toSorted().join(', ')
      app.route({
        method: app.supportedMethods.filter((one) => !methods.includes(one)),
        url,
        schema: { hide: true },
        // Responds without reading the body.
        onRequest: async ({ method }, reply) => {
          reply.header('allow', allow)
          const params = { method, allowed: allow }
          throw new AppError('METHOD_NOT_ALLOWED', createDetail('method_unknown', params))
        },
        handler: () => undefined,
      })
    }
  }
}
