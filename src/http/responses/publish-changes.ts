import type { FastifyInstance } from 'fastify'
import type { Fresh } from '../../cache/fresh.ts'

/** Whoever has changed something sees it at once, whichever process they ask next. */
export function tellChanges(app: FastifyInstance, { fresh }: { fresh: Fresh }): void {
  app.addHook('onSend', async ({ method, identity }) => {
    if (method !== 'GET' && method !== 'HEAD' && identity) await fresh.changed(identity.owner_id)
  })
}
