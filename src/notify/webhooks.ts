import type { Db } from '../db/db.ts'
import { insertTestDelivery, listDeliveries, redeliver } from '../db/notify/deliveries.sql.ts'
import {
  deleteWebhook,
  findWebhook,
  insertWebhook,
  rotateSecret,
  selectWebhooks,
  updateWebhook,
} from '../db/notify/webhooks.sql.ts'
import { AppError } from '../domain/errors/app-error.ts'
import type { Log } from '../domain/ports/log.ts'
import {
  type DeliveriesPage,
  type Delivery,
  rotationHours,
  type StoredDelivery,
  type Webhook,
  type WebhookEvent,
} from '../domain/notify/webhook.ts'
import type { Guard } from '../fetch/guard.ts'
import { requireCallable } from '../fetch/require-callable.ts'
import { decodeCursor, encodeCursor } from '../jobs/cursor.ts'
import type { KeyClaim } from '../intake/with-idempotency-key.ts'
import { createWebhookSecret } from './webhook-signature.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'
import { renderDetail } from '../domain/i18n/render.ts'

const maxWebhooks = 20

interface WebhookDeps {
  db: Db
  log: Log
}

interface NewWebhook {
  owner_id: string
  url: string
  events: WebhookEvent[]
}

/** Creates a webhook. Validates its URL without DNS, because the address is checked at every delivery. */
export async function createWebhook(
  { db, webhookGuard }: { db: Db; webhookGuard: Guard },
  { owner_id, url, events }: NewWebhook,
  { id, is_taken_over }: KeyClaim,
): Promise<Webhook & { secret: string }> {
  if (!is_taken_over && (await selectWebhooks(db, owner_id)).length >= maxWebhooks) {
    throw new AppError('INVALID_REQUEST', createDetail('webhooks_full', { most: maxWebhooks }))
  }
  const { href } = requireCallable(webhookGuard, url, 'url')
  const secret = createWebhookSecret()
  const unique = [...new Set(events)]
  await insertWebhook(db, { id, owner_id, url: href, secret, events: unique })
  const [created] = await findWebhook(db, id, owner_id)
  if (!created) throw new Error('Webhook insert returned no row')
  const { is_mine: _, ...webhook } = created
  return webhook
}

export function listWebhooks(db: Db, ownerId: string): Promise<Webhook[]> {
  return selectWebhooks(db, ownerId)
}

export async function editWebhook(
  deps: WebhookDeps,
  { id, owner_id }: { id: string; owner_id: string },
  { enabled, events }: { enabled?: boolean | undefined; events?: WebhookEvent[] | undefined },
): Promise<Webhook> {
  await ownedWebhook(deps, owner_id, id)
  const unique = events ? [...new Set(events)] : null
  const change = { enabled: enabled ?? null, events: unique }
  const [changed] = await updateWebhook(deps.db, { id, owner_id }, change)
  if (!changed) throw webhookNotFound()
  return changed
}

export async function deleteOwnedWebhook(
  deps: WebhookDeps,
  ownerId: string,
  id: string,
): Promise<void> {
  await ownedWebhook(deps, ownerId, id)
  await deleteWebhook(deps.db, id, ownerId)
}

export async function listOwnedDeliveries(
  deps: WebhookDeps,
  { id, owner_id }: { id: string; owner_id: string },
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<DeliveriesPage> {
  await ownedWebhook(deps, owner_id, id)
  const after = cursor === undefined ? null : decodeCursor(cursor)
  const found = await listDeliveries(deps.db, { webhook_id: id, after, limit: limit + 1 })
  return toDeliveriesPage(found, limit)
}

/** Builds a page of deliveries. If there is another page, `found` contains one delivery more than the limit. */
export function toDeliveriesPage(found: StoredDelivery[], limit: number): DeliveriesPage {
  const deliveries = found.slice(0, limit).map(withErrorTexts)
  const last = found.length > limit ? deliveries.at(-1) : undefined
  return { deliveries, next_cursor: last ? encodeCursor(last) : null }
}

export async function redeliverOwned(
  deps: WebhookDeps,
  ownerId: string,
  { id, delivery_id }: { id: string; delivery_id: string },
): Promise<Delivery> {
  const webhook = await ownedWebhook(deps, ownerId, id)
  if (!webhook.enabled) throw new AppError('WEBHOOK_DISABLED')
  const [delivery] = await redeliver(deps.db, delivery_id, id)
  if (delivery) return withErrorTexts(delivery)
  throw new AppError('NOT_FOUND', createDetail('delivery_not_found', {}))
}

/** Sends a test event, so that the owner can try out a webhook without a document. */
export async function testOwnedWebhook(
  deps: WebhookDeps,
  ownerId: string,
  id: string,
): Promise<Delivery> {
  const webhook = await ownedWebhook(deps, ownerId, id)
  if (!webhook.enabled) throw new AppError('WEBHOOK_DISABLED')
  const [delivery] = await insertTestDelivery(deps.db, id)
  if (!delivery) throw new Error('Test delivery returned no row')
  return withErrorTexts(delivery)
}

export async function rotateOwnedSecret(
  deps: WebhookDeps,
  ownerId: string,
  id: string,
): Promise<Webhook & { secret: string }> {
  await ownedWebhook(deps, ownerId, id)
  const rotation = { secret: createWebhookSecret(), hours: rotationHours }
  const [rotated] = await rotateSecret(deps.db, { id, owner_id: ownerId }, rotation)
  if (!rotated) throw webhookNotFound()
  return rotated
}

export function withErrorTexts(delivery: StoredDelivery): Delivery {
  const tries = delivery.tries.map(({ error, ...tried }) => ({
    ...tried,
    error: error && { ...error, message: renderDetail(error) },
  }))
  return { ...delivery, tries }
}

async function ownedWebhook(
  { db, log }: WebhookDeps,
  ownerId: string,
  id: string,
): Promise<Webhook> {
  const [found] = await findWebhook(db, id, ownerId)
  if (!found) throw webhookNotFound()
  if (found.is_mine) return found
  log.warn({ webhook_id: id, owner_id: ownerId }, 'access denied: webhook belongs to another owner')
  throw new AppError('FORBIDDEN')
}

function webhookNotFound(): AppError {
  return new AppError('NOT_FOUND', createDetail('webhook_not_found', {}))
}
