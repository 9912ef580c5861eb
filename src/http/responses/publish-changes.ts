import type { FastifyInstance } from 'fastify'
import type { AnswerCache } from '../../cache/answer-cache.ts'

/** Whoever has changed something sees it at once, whichever process they ask next. */
export function tellChanges(app: FastifyInstance, { fresh }: { fresh: AnswerCache }): void {
  app.addHook('onSend', async ({ method, identity }) => {
    if (method !== 'GET' && method !== 'HEAD' && identity) await fresh.invalidate(identity.owner_id)
  })
}
