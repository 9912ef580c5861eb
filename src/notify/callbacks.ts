import type { Db } from '../db/db.ts'
import { findCallback, listCallbacks, redeliver } from '../db/notify/deliveries.sql.ts'
import { setCallbackSecret } from '../db/notify/webhooks.sql.ts'
import { type DeliveriesPage, type Delivery, rotationHours } from '../domain/notify/webhook.ts'
import { AppError } from '../domain/errors/app-error.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'
import type { Log } from '../domain/ports/log.ts'
import { decodeCursor } from '../jobs/cursor.ts'
import { toDeliveriesPage, withErrorTexts } from './webhooks.ts'
import { createWebhookSecret } from './webhook-signature.ts'

interface CallbackFilter {
  batch_id?: string | undefined
  job_id?: string | undefined
  cursor?: string | undefined
  limit: number
}

/** Lists calls to the callback URLs that the owner supplied with uploads. */
export async function listOwnedCallbacks(
  db: Db,
  owner_id: string,
  { batch_id, job_id, cursor, limit }: CallbackFilter,
): Promise<DeliveriesPage> {
  const after = cursor === undefined ? null : decodeCursor(cursor)
  const filter = { owner_id, batch_id: batch_id ?? null, job_id: job_id ?? null, after }
  return toDeliveriesPage(await listCallbacks(db, { ...filter, limit: limit + 1 }), limit)
}

export async function redeliverCallback(
  { db, log }: { db: Db; log: Log },
  owner_id: string,
  id: string,
): Promise<Delivery> {
  const [found] = await findCallback(db, id, owner_id)
  if (found && !found.is_mine) {
    log.warn({ delivery_id: id, owner_id }, 'access denied: callback belongs to another owner')
    throw new AppError('FORBIDDEN')
  }
  const [delivery] = found ? await redeliver(db, id, found.webhook_id) : []
  if (delivery) return withErrorTexts(delivery)
  throw new AppError('NOT_FOUND', createDetail('delivery_not_found', {}))
}

/** Replaces the secret that signs an owner's callbacks, or creates the first one. */
export async function rotateCallbackSecret(db: Db, ownerId: string): Promise<{ secret: string }> {
  const secret = createWebhookSecret()
  await setCallbackSecret(db, ownerId, { secret, hours: rotationHours })
  return { secret }
}
