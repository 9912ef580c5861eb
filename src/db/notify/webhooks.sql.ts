import type { Webhook, WebhookEvent } from '../../domain/notify/webhook.ts'
import type { Db } from '../db.ts'

const columns = `id, url, events, disabled_at is null as enabled, disabled_by, disabled_at, failing_since,
  last_success_at, created_at`

export interface NewWebhook {
  id: string
  owner_id: string
  url: string
  secret: string
  events: WebhookEvent[]
}

/** Inserts a webhook, unless an earlier attempt at the same request has already created it. */
export function insertWebhook(db: Db, hook: NewWebhook): Promise<unknown> {
  return db.query(
    `insert into webhooks (id, owner_id, url, secret, events) values ($1, $2, $3, $4, $5)
    on conflict do nothing`,
    [hook.id, hook.owner_id, hook.url, hook.secret, hook.events],
  )
}

/** Finds or creates the row whose secret signs an owner's callbacks, and returns its id. */
export async function findCallbackSigner(db: Db, ownerId: string): Promise<string> {
  const [signer] = await db.query<{ id: string }>(
    `with found as (
      select id from webhooks where owner_id = $1 and url is null
    ), added as (
      insert into webhooks (id, owner_id, secret, events)
      select gen_random_uuid(), $1, 'whsec_' || encode(
        uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'base64'), '{}'
      where not exists (select from found)
      on conflict (owner_id) where url is null do update set owner_id = excluded.owner_id
      returning id
    )
    select id from found union all select id from added`,
    [ownerId],
  )
  if (!signer) throw new Error('Expected one row')
  return signer.id
}

export function selectWebhooks(db: Db, ownerId: string): Promise<Webhook[]> {
  return db.query(
    `select ${columns} from webhooks where owner_id = $1 and url is not null order by created_at desc, id desc`,
    [ownerId],
  )
}

export function findWebhook(
  db: Db,
  id: string,
  ownerId: string,
): Promise<(Webhook & { is_mine: boolean; secret: string })[]> {
  return db.query(
    `select ${columns}, secret, owner_id = $2 as is_mine from webhooks
    where id = $1 and url is not null`,
    [id, ownerId],
  )
}

/** Updates a webhook; enabling it resets its failures. */
export function updateWebhook(
  db: Db,
  { id, owner_id }: { id: string; owner_id: string },
  change: { enabled: boolean | null; events: WebhookEvent[] | null },
): Promise<Webhook[]> {
  return db.query(
    `update webhooks set
      events = coalesce($4::text[], events),
      disabled_at = case $3::boolean when true then null when false then coalesce(disabled_at, now())
        else disabled_at end,
      disabled_by = case $3::boolean when true then null when false then coalesce(disabled_by, 'owner')
        else disabled_by end,
      failing_since = case when $3::boolean and disabled_at is not null then null else failing_since end
    where id = $1 and owner_id = $2 and url is not null
    returning ${columns}`,
    [id, owner_id, change.enabled, change.events],
  )
}

/** Replaces the secret. For `hours`, deliveries are signed with both the old and the new secret. */
export function rotateSecret(
  db: Db,
  { id, owner_id }: { id: string; owner_id: string },
  { secret, hours }: { secret: string; hours: number },
): Promise<(Webhook & { secret: string })[]> {
  return db.query(
    `update webhooks set previous_secret = secret, secret = $3,
      previous_secret_until = now() + make_interval(hours => $4)
    where id = $1 and owner_id = $2 and url is not null
    returning ${columns}, secret`,
    [id, owner_id, secret, hours],
  )
}

/** Replaces the secret that signs an owner's callbacks, like `rotateSecret`; creates it if they have none. */
export function setCallbackSecret(
  db: Db,
  ownerId: string,
  { secret, hours }: { secret: string; hours: number },
): Promise<unknown> {
  return db.query(
    `insert into webhooks (id, owner_id, secret, events) values (gen_random_uuid(), $1, $2, '{}')
    on conflict (owner_id) where url is null do update set
      previous_secret = webhooks.secret, secret = excluded.secret,
      previous_secret_until = now() + make_interval(hours => $3)`,
    [ownerId, secret, hours],
  )
}

export function deleteWebhook(db: Db, id: string, ownerId: string): Promise<unknown> {
  return db.query('delete from webhooks where id = $1 and owner_id = $2', [id, ownerId])
}

/**
 * Moves webhooks to another owner, disabled until that owner enables them. The callback secret is not moved, because
 * callbacks of unfinished uploads are still signed with it.
 */
export function transferWebhooks(db: Db, from: string, to: string): Promise<unknown> {
  return db.query(
    `update webhooks set owner_id = $2, disabled_at = coalesce(disabled_at, now()),
      disabled_by = coalesce(disabled_by, 'claim')
    where owner_id = $1 and url is not null`,
    [from, to],
  )
}

export function recordDeliverySuccess(db: Db, id: string): Promise<unknown> {
  return db.query(
    `update webhooks set failing_since = null, last_success_at = now()
    where id = $1 and (failing_since is not null or last_success_at is null
      or last_success_at < now() - interval '1 second')`,
    [id],
  )
}

/**
 * Records a failed delivery. Returns a row if this disabled the webhook, because it has failed for `days` or responded
 * 410 Gone. Never disables callbacks, which have many URLs.
 */
export function recordDeliveryFailure(
  db: Db,
  id: string,
  { isGone, days }: { isGone: boolean; days: number },
): Promise<{ id: string; owner_id: string; disabled_by: string }[]> {
  return db.query(
    `with failing as (
      update webhooks set
        failing_since = coalesce(failing_since, now()),
        disabled_by = case when $2::boolean then 'gone'
          when failing_since < now() - make_interval(days => $3) then 'failures' end,
        disabled_at = case
          when $2 or failing_since < now() - make_interval(days => $3) then now() end
      where id = $1 and url is not null and disabled_at is null
      returning id, owner_id, disabled_by
    )
    select * from failing where disabled_by is not null`,
    [id, isGone, days],
  )
}
