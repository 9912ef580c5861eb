import { createHash } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../db/db.ts'
import {
  findKey,
  deleteKey,
  saveResponse,
  type KeyedRequest,
  releaseKey,
  renewKey,
  acquireKey,
} from '../db/identity/idempotency-keys.sql.ts'
import { AppError, toAppError } from '../domain/errors/app-error.ts'

export interface Caller {
  owner_id: string
  /** Route, which is part of the fingerprint, so that a key cannot be reused on another route. */
  route: string
  idempotency_key: string | undefined
}

export interface Replayable<Body> {
  response: Body
  /** True if the response was stored by an earlier request with the same key. */
  is_replay: boolean
}

/** The ID of the resource to create, and whether a crashed request may have created it already. */
export interface KeyClaim {
  id: string
  is_taken_over: boolean
}

/** Lifetime of the lock in seconds. After a crash, the key becomes available again when the lock expires. */
const lockSeconds = 60
/**
 * Renewal interval in seconds. It also caps Retry-After, so that three retries of Docket's client outlast the lock of a
 * crashed request.
 */
const renewSeconds = lockSeconds / 3

/**
 * Runs a request at most once per Idempotency-Key and day. A replay gets the stored response. A different or concurrent
 * request with the same key is rejected. After a crash, the next request takes over with the same resource ID, and
 * `work` must check whether that resource exists. Failed requests are not stored, so they may be retried.
 */
export async function withIdempotencyKey<Body>(
  db: Db,
  { owner_id, route, idempotency_key: key }: Caller,
  body: unknown,
  work: (claim: KeyClaim) => Promise<Body>,
): Promise<Replayable<Body>> {
  const id = uuidv7()
  if (key === undefined)
    return { response: await work({ id, is_taken_over: false }), is_replay: false }
  const request = { owner_id, key, fingerprint: fingerprint([route, body]) }
  const [claimed] = await acquireKey(db, request, id, lockSeconds)
  if (!claimed)
    return { response: (await findStoredResponse(db, request)) as Body, is_replay: true }
  const claim = { id: claimed.resource_id, is_taken_over: claimed.resource_id !== id }
  const running = work(claim).catch((error: unknown) =>
    releaseOnError(db, request, claim.id, error),
  )
  const response = await holdKey(db, request, claim.id, running)
  // The work is already committed. If storing the response fails, the next request takes over and finds the resource.
  await saveResponse(db, request, claim.id, response).catch(() => undefined)
  return { response, is_replay: false }
}

/**
 * Does the same as `withIdempotencyKey` for responses that contain a secret. The secret is never stored, so a replay
 * fails with SHOWN_ONCE. `work` returns undefined if a crashed request already created the resource.
 */
export async function withIdempotencyKeyForSecret<Body>(
  db: Db,
  caller: Caller,
  body: unknown,
  work: (claim: KeyClaim) => Promise<Body | undefined>,
): Promise<Body> {
  let created: Body | undefined
  await withIdempotencyKey(db, caller, body, async (claim) => {
    created = await work(claim)
    return {}
  })
  if (created === undefined) throw new AppError('SHOWN_ONCE')
  return created
}

function fingerprint(body: unknown): string {
  return createHash('sha256').update(JSON.stringify(body)).digest('hex')
}

async function findStoredResponse(db: Db, request: KeyedRequest): Promise<unknown> {
  const [known] = await findKey(db, request)
  if (known && !known.is_same) throw new AppError('KEY_REUSED')
  if (known && known.response !== null) return known.response
  const retryAfterSeconds = Math.min(known?.wait_seconds ?? 1, renewSeconds)
  throw new AppError('KEY_IN_USE', undefined, { retryAfterSeconds })
}

/** Renews the lock while the work runs. The lock outlasts a failed renewal. */
async function holdKey<Body>(
  db: Db,
  request: KeyedRequest,
  id: string,
  running: Promise<Body>,
): Promise<Body> {
  const renew = () => void renewKey(db, request, id, lockSeconds).catch(() => undefined)
  const timer = setInterval(renew, renewSeconds * 1000)
  return running.finally(() => clearInterval(timer))
}

/**
 * Deletes the key after an error. After a lost connection, only releases the key, because the commit may have
 * succeeded.
 */
async function releaseOnError(
  db: Db,
  request: KeyedRequest,
  id: string,
  error: unknown,
): Promise<never> {
  const undo = toAppError(error).code === 'UNAVAILABLE' ? releaseKey : deleteKey
  await undo(db, request, id).catch(() => undefined)
  throw error
}
