import { z } from 'zod'
import { RenderedDetail, type StoredDetail } from '../messages/stored-detail.ts'
import { Timestamp } from '../values/timestamp.ts'

export const WebhookEvent = z.enum([
  'job.complete',
  'job.failed',
  'job.needs_review',
  'job.cancelled',
  'batch.ended',
])
export type WebhookEvent = z.infer<typeof WebhookEvent>

/** The event that a delivery reports. A test event is sent only on request. */
const DeliveryType = z.enum([...WebhookEvent.options, 'webhook.test'])
export const deliveryTypes = DeliveryType.options

/** Number of hours after a rotation during which deliveries are also signed with the previous secret. */
export const rotationHours = 24

/** An owner's URL that receives their job events. */
export const Webhook = z
  .object({
    id: z.uuid(),
    url: z.string(),
    events: z.array(WebhookEvent),
    enabled: z.boolean(),
    disabled_by: z
      .enum(['owner', 'failures', 'gone', 'claim'])
      .nullable()
      .describe(
        'Why it is disabled: by its owner, after days of failures, after a 410 response, or because it was created in a browser session that was claimed later.',
      ),
    disabled_at: Timestamp.nullable(),
    failing_since: Timestamp.nullable().describe('Null if the last delivery succeeded.'),
    last_success_at: Timestamp.nullable(),
    created_at: Timestamp,
  })
  .meta({ id: 'Webhook' })
export type Webhook = z.infer<typeof Webhook>

const DeliveryAttempt = z.object({
  at: Timestamp,
  status: z.int().nullable().describe('HTTP status of the response, or null if there was none.'),
  seconds: z.number(),
  error: RenderedDetail.nullable().describe('Null if it succeeded.'),
})
type DeliveryAttempt = z.infer<typeof DeliveryAttempt>

/** A delivery attempt as stored. The reason for a failure is stored as data, without its text. */
export interface StoredDeliveryAttempt extends Omit<DeliveryAttempt, 'error'> {
  error: StoredDetail | null
}

export const Delivery = z
  .object({
    id: z.uuid().describe('Sent as the webhook-id header. It is the same on every attempt.'),
    url: z.string(),
    type: DeliveryType,
    state: z.enum(['pending', 'delivered', 'failed']),
    batch_id: z.uuid().nullable().describe('Null for a test.'),
    job_id: z.uuid().nullable(),
    payload: z.looseObject({}).describe('Request body: `type`, `timestamp` and `data`.'),
    tries: z.array(DeliveryAttempt).describe('Latest attempts, oldest first.'),
    next_try_at: Timestamp.nullable(),
    created_at: Timestamp,
  })
  .meta({ id: 'Delivery' })
export type Delivery = z.infer<typeof Delivery>

export const DeliveriesPage = z.object({
  deliveries: z.array(Delivery),
  next_cursor: z.string().nullable(),
})
export type DeliveriesPage = z.infer<typeof DeliveriesPage>

export interface StoredDelivery extends Omit<Delivery, 'tries'> {
  tries: StoredDeliveryAttempt[]
}

const minute = 60
const hour = 60 * minute
/** Delays in seconds before the second and later attempts: eight attempts in about a day. */
const retryDelays = [5, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 8 * hour, 8 * hour]
const maxRetryAfter = 24 * hour

/** Returns the seconds until the next attempt after number `attempt`, counted from 1, or undefined after the last. */
export function computeDeliveryDelay(
  attempt: number,
  requestedSeconds: number,
  random = Math.random(),
): number | undefined {
  const delay = retryDelays[attempt - 1]
  if (delay === undefined) return undefined
  // Adds 10% jitter.
  return Math.max(delay * (0.9 + 0.2 * random), Math.min(requestedSeconds, maxRetryAfter))
}
