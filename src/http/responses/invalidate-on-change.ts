import type { FastifyInstance } from 'fastify'
import type { ResponseCache } from '../../cache/response-cache.ts'

/**
 * Invalidates cached responses before it responds to a change, so that callers see their own changes in every process.
 */
export function invalidateOnChange(
  app: FastifyInstance,
  { responseCache }: { responseCache: ResponseCache },
): void {
  app.addHook('onSend', async ({ method, identity }) => {
    if (method !== 'GET' && method !== 'HEAD' && identity)
      await responseCache.invalidate(identity.owner_id)
  })
}
