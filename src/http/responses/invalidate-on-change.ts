import type { FastifyInstance } from 'fastify'
import type { AnswerCache } from '../../cache/answer-cache.ts'

/** Invalidates cached responses before responding, so that callers see their own change in every process. */
export function invalidateOnChange(
  app: FastifyInstance,
  { answerCache }: { answerCache: AnswerCache },
): void {
  app.addHook('onSend', async ({ method, identity }) => {
    if (method !== 'GET' && method !== 'HEAD' && identity)
      await answerCache.invalidate(identity.owner_id)
  })
}
