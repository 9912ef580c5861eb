import type { Db } from '../db/db.ts'
import { listDeliveries, redeliver } from '../db/notify/deliveries.sql.ts'
import {
  deleteWebhook,
  findWebhook,
  insertWebhook,
  ownedWebhooks,
  updateWebhook,
} from '../db/notify/webhooks.sql.ts'
import { AppError } from '../domain/errors/errors.ts'
import type { Log } from '../domain/ports/log.ts'
import type { DeliveriesPage } from '../domain/api/routes/notifications.ts'
import type { Delivery, Webhook, WebhookEvent } from '../domain/notify/webhook.ts'
import type { Guard } from '../fetch/guard.ts'
import { decodeCursor, encodeCursor } from '../jobs/cursor.ts'
import type { KeyClaim } from '../intake/with-idempotency-key.ts'
import { newWebhookSecret } from './sign.ts'

const mostWebhooks = 20

interface Asking {
  db: Db
  log: Log
}

interface OrderedWebhook {
  owner_id: string
  url: string
  events: WebhookEvent[]
}

/** The address is judged here only by how it looks; whoever sends to it judges where it leads. */
export async function createWebhook(
  { db, urlGuard }: { db: Db; urlGuard: Guard },
  { owner_id, url, events }: OrderedWebhook,
  { id, is_taken_over }: KeyClaim,
): Promise<Webhook & { secret: string }> {
  if (!is_taken_over && (await ownedWebhooks(db, owner_id)).length >= mostWebhooks) {
    const sentence = `There are ${mostWebhooks} webhooks already. Delete those that are no longer used.`
    throw new AppError('INVALID_REQUEST', sentence)
  }
  const { href } = callable(urlGuard, url)
  const secret = newWebhookSecret()
  const unique = [...new Set(events)]
  await insertWebhook(db, { id, owner_id, url: href, secret, events: unique })
  const [made] = await findWebhook(db, id, owner_id)
  if (!made) throw new Error('A webhook that was just made is not there')
  const { is_mine: _, ...webhook } = made
  return webhook
}

function callable(guard: Guard, url: string): URL {
  try {
    return guard.parse(url)
  } catch (cause) {
    const sentence =
      'Docket cannot call this address. Give a public one that begins with https:// or http://, on their usual ports.'
    throw new AppError('BLOCKED_URL', sentence, { cause })
  }
}

export function listWebhooks(db: Db, ownerId: string): Promise<Webhook[]> {
  return ownedWebhooks(db, ownerId)
}

export async function changeWebhook(
  asking: Asking,
  { id, owner_id }: { id: string; owner_id: string },
  { enabled, events }: { enabled?: boolean | undefined; events?: WebhookEvent[] | undefined },
): Promise<Webhook> {
  await ownedWebhook(asking, owner_id, id)
  const unique = events ? [...new Set(events)] : null
  const change = { enabled: enabled ?? null, events: unique }
  const [changed] = await updateWebhook(asking.db, { id, owner_id }, change)
  if (!changed) throw noSuchWebhook()
  return changed
}

export async function removeWebhook(asking: Asking, ownerId: string, id: string): Promise<void> {
  await ownedWebhook(asking, ownerId, id)
  await deleteWebhook(asking.db, id, ownerId)
}

export async function deliveriesOf(
  asking: Asking,
  { id, owner_id }: { id: string; owner_id: string },
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<DeliveriesPage> {
  await ownedWebhook(asking, owner_id, id)
  const after = cursor === undefined ? null : decodeCursor(cursor)
  const found = await listDeliveries(asking.db, { webhook_id: id, after, limit: limit + 1 })
  const deliveries = found.slice(0, limit)
  const last = found.length > limit ? deliveries.at(-1) : undefined
  return { deliveries, next_cursor: last ? encodeCursor(last) : null }
}

export async function deliverAgain(
  asking: Asking,
  ownerId: string,
  { id, delivery_id }: { id: string; delivery_id: string },
): Promise<Delivery> {
  const webhook = await ownedWebhook(asking, ownerId, id)
  if (!webhook.enabled) throw new AppError('SWITCHED_OFF')
  const [delivery] = await redeliver(asking.db, delivery_id, id)
  if (delivery) return delivery
  throw new AppError('NOT_FOUND', 'There is no such delivery. Old ones are deleted.')
}

async function ownedWebhook({ db, log }: Asking, ownerId: string, id: string): Promise<Webhook> {
  const [found] = await findWebhook(db, id, ownerId)
  if (!found) throw noSuchWebhook()
  if (found.is_mine) return found
  log.warn({ webhook_id: id, owner_id: ownerId }, 'access denied: webhook belongs to another owner')
  throw new AppError('FORBIDDEN')
}

function noSuchWebhook(): AppError {
  return new AppError('NOT_FOUND', 'You have no such webhook. It may have been deleted.')
}
