import type { Db } from '../db.ts'

export interface KeyedRequest {
  owner_id: string
  key: string
  fingerprint: string
}

/** State of a key that could not be acquired. */
export interface KeyState {
  /** Whether the fingerprints match. */
  is_same: boolean
  /** Null while the request is being processed. */
  response: unknown
  /** Time until the lock expires. */
  wait_seconds: number
}

/**
 * Acquires a key that is new or has expired, or that an earlier attempt at the same request locked and whose lock has
 * expired. In the last case, returns the resource id of the earlier attempt. Also deletes a few expired keys.
 */
export function acquireKey(
  db: Db,
  request: KeyedRequest,
  subjectId: string,
  lockSeconds: number,
): Promise<{ resource_id: string }[]> {
  return db.query(
    `with expired as (
      delete from idempotency_keys
      where (owner_id, key) in (
        select owner_id, key from idempotency_keys
        where expires_at < now() and (owner_id, key) <> ($1, $2)
        order by expires_at limit 10
        for update skip locked
      )
    )
    insert into idempotency_keys as known (owner_id, key, fingerprint, resource_id, locked_until)
    values ($1, $2, $3, $4, now() + make_interval(secs => $5))
    on conflict (owner_id, key) do update set
      fingerprint = excluded.fingerprint,
      resource_id = case
        when known.expires_at <= now() then excluded.resource_id else known.resource_id
      end,
      response = null,
      locked_until = excluded.locked_until,
      expires_at = excluded.expires_at
    where known.expires_at <= now()
      or (known.response is null and known.locked_until <= now()
        and known.fingerprint = excluded.fingerprint)
    returning resource_id`,
    [request.owner_id, request.key, request.fingerprint, subjectId, lockSeconds],
  )
}

export function findKey(db: Db, { owner_id, key, fingerprint }: KeyedRequest): Promise<KeyState[]> {
  return db.query(
    `select fingerprint = $3 as is_same, response,
      ceil(extract(epoch from greatest(locked_until - now(), interval '1 second')))::integer
        as wait_seconds
    from idempotency_keys
    where owner_id = $1 and key = $2`,
    [owner_id, key, fingerprint],
  )
}

export function saveResponse(
  db: Db,
  { owner_id, key }: KeyedRequest,
  subjectId: string,
  response: unknown,
): Promise<unknown> {
  return db.query(
    `update idempotency_keys set response = $4
    where owner_id = $1 and key = $2 and resource_id = $3`,
    [owner_id, key, subjectId, JSON.stringify(response)],
  )
}

/** Extends the lock of a request that is still being processed. */
export function renewKey(
  db: Db,
  { owner_id, key }: KeyedRequest,
  subjectId: string,
  lockSeconds: number,
): Promise<unknown> {
  return db.query(
    `update idempotency_keys set locked_until = now() + make_interval(secs => $4)
    where owner_id = $1 and key = $2 and resource_id = $3 and response is null`,
    [owner_id, key, subjectId, lockSeconds],
  )
}

/** Releases the lock; the next request checks whether the resource was created. */
export function releaseKey(
  db: Db,
  { owner_id, key }: KeyedRequest,
  subjectId: string,
): Promise<unknown> {
  return db.query(
    `update idempotency_keys set locked_until = now()
    where owner_id = $1 and key = $2 and resource_id = $3 and response is null`,
    [owner_id, key, subjectId],
  )
}

/** Deletes the key of a request that created nothing. */
export function deleteKey(
  db: Db,
  { owner_id, key }: KeyedRequest,
  subjectId: string,
): Promise<unknown> {
  return db.query(
    `delete from idempotency_keys
    where owner_id = $1 and key = $2 and resource_id = $3 and response is null`,
    [owner_id, key, subjectId],
  )
}
