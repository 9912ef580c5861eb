import type {
  Delivery,
  StoredDelivery,
  StoredDeliveryAttempt,
} from '../../domain/notify/webhook.ts'
import type { Db } from '../db.ts'
import { utc } from '../utc.sql.ts'

const columns = `id, coalesce(callback_url, (select url from webhooks where webhooks.id = webhook_id)) as url,
  type, state, batch_id, job_id, payload, tries, created_at, case when state = 'pending' then run_at end as next_try_at`

export interface ClaimedDelivery {
  id: string
  webhook_id: string
  /** The request body, identical on every attempt. */
  payload: string
  attempts: number
  url: string
  secret: string
  /** The old secret, which also signs deliveries for a limited time after a rotation. */
  previous_secret: string | null
  is_callback: boolean
}

/**
 * Claims due deliveries, up to `perWebhook` per webhook and one per failing webhook. A claim expires after `seconds`;
 * then another worker may claim the delivery.
 */
export function claimDeliveries(
  db: Db,
  claim: { limit: number; perWebhook: number; seconds: number; busy: string[] },
): Promise<ClaimedDelivery[]> {
  return db.query(
    `with due as materialized (
      select delivery.id from webhooks
      cross join lateral (
        select id from webhook_deliveries
        where webhook_id = webhooks.id and state = 'pending' and run_at <= now()
        order by run_at
        limit case when failing_since is null then $2 else 1 end
        for update skip locked
      ) as delivery
      where disabled_at is null and webhooks.id <> all ($4)
      limit $1
    )
    update webhook_deliveries as delivery set
      attempts = attempts + 1, run_at = now() + make_interval(secs => $3)
    from due, webhooks
    where delivery.id = due.id and webhooks.id = delivery.webhook_id
    returning delivery.id, webhook_id, payload::text, attempts,
      coalesce(callback_url, url) as url, secret, callback_url is not null as is_callback, case when previous_secret_until > now() then previous_secret end as previous_secret`,
    [claim.limit, claim.perWebhook, claim.seconds, claim.busy],
  )
}

export interface DeliveryOutcome {
  state: Delivery['state']
  delay_seconds: number | null
  tried: Omit<StoredDeliveryAttempt, 'at'>
}

const maxAttemptsKept = 20

/** Records an attempt's outcome. Returns no row if another worker has claimed the delivery in the meantime. */
export function settleDelivery(
  db: Db,
  { id, attempts }: Pick<ClaimedDelivery, 'id' | 'attempts'>,
  { state, delay_seconds, tried }: DeliveryOutcome,
): Promise<{ id: string }[]> {
  return db.query(
    `update webhook_deliveries set state = $3,
      run_at = case when $4::float8 is null then run_at
        else now() + make_interval(secs => $4) end,
      ended_at = case when $4::float8 is null then now() end,
      tries = case when jsonb_array_length(tries) < ${maxAttemptsKept} then tries else tries - 0 end
        || (jsonb_build_object('at', ${utc('clock_timestamp()')}) || $5::jsonb)
    where id = $1 and attempts = $2 and state = 'pending'
    returning id`,
    [id, attempts, state, delay_seconds, JSON.stringify(tried)],
  )
}

/** Lists a webhook's deliveries, newest first. */
export function listDeliveries(
  db: Db,
  filter: {
    webhook_id: string
    after: { created_at: string; id: string } | null
    limit: number
  },
): Promise<StoredDelivery[]> {
  return db.query(
    `select ${columns} from webhook_deliveries
    where webhook_id = $1
      and ($2::timestamptz is null or (created_at, id) < ($2, $3::uuid))
    order by created_at desc, id desc
    limit $4`,
    [filter.webhook_id, filter.after?.created_at ?? null, filter.after?.id ?? null, filter.limit],
  )
}

/** Lists the callbacks for an owner's batches, newest first, even if they are signed with another owner's secret. */
export function listCallbacks(
  db: Db,
  filter: {
    owner_id: string
    batch_id: string | null
    job_id: string | null
    after: { created_at: string; id: string } | null
    limit: number
  },
): Promise<StoredDelivery[]> {
  const { owner_id, batch_id, job_id, after, limit } = filter
  return db.query(
    `select ${columns} from webhook_deliveries
    where callback_url is not null
      and batch_id in (
        select id from batches
        where owner_id = $1 and callback_url is not null and ($2::uuid is null or id = $2))
      and ($3::uuid is null or job_id = $3)
      and ($4::timestamptz is null or (created_at, id) < ($4, $5::uuid))
    order by created_at desc, id desc
    limit $6`,
    [owner_id, batch_id, job_id, after?.created_at ?? null, after?.id ?? null, limit],
  )
}

/** Finds a callback and checks whether its batch belongs to this owner. */
export function findCallback(
  db: Db,
  id: string,
  ownerId: string,
): Promise<{ webhook_id: string; is_mine: boolean }[]> {
  return db.query(
    `select webhook_id, batches.owner_id = $2 as is_mine
    from webhook_deliveries join batches on batches.id = batch_id
    where webhook_deliveries.id = $1 and webhook_deliveries.callback_url is not null`,
    [id, ownerId],
  )
}

/** Schedules a delivery again, regardless of its state. A delivery in progress is attempted once more afterwards. */
export function redeliver(db: Db, id: string, webhookId: string): Promise<StoredDelivery[]> {
  return db.query(
    `update webhook_deliveries set state = 'pending', attempts = 0, run_at = now(), ended_at = null
    where id = $1 and webhook_id = $2
    returning ${columns}`,
    [id, webhookId],
  )
}

/** Schedules a test delivery, which is not about any document. */
export function insertTestDelivery(db: Db, webhookId: string): Promise<StoredDelivery[]> {
  return db.query(
    `insert into webhook_deliveries (webhook_id, type, payload)
    values ($1, 'webhook.test', json_build_object('type', 'webhook.test',
      'timestamp', ${utc('now()')}, 'data', json_build_object('webhook_id', $1::uuid)))
    returning ${columns}`,
    [webhookId],
  )
}

export function deleteOldDeliveries(db: Db, days: number): Promise<unknown> {
  return db.query(
    'delete from webhook_deliveries where created_at < now() - make_interval(days => $1)',
    [days],
  )
}
