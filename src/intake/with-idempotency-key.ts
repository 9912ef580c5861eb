import { createHash } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../db/db.ts'
import {
  findKey,
  forgetKey,
  keepAnswer,
  type KeyedRequest,
  releaseKey,
  renewKey,
  takeKey,
} from '../db/identity/idempotency-keys.sql.ts'
import { AppError, toAppError } from '../domain/errors/errors.ts'

/** Who asks, and the Idempotency-Key that came with it, if one did. */
export interface Asker {
  owner_id: string
  /** What is asked for: a key is good for one kind of request. */
  route: string
  idempotency_key: string | undefined
}

export interface Answered<Answer> {
  answer: Answer
  /** It was given before, to the same request. */
  is_replay: boolean
}

/** What a request is to make, and whether someone has begun to make it before and stopped. */
export interface Making {
  id: string
  is_taken_over: boolean
}

/** So long after a crash the key is free again. */
const lockSeconds = 60
/** Nobody is asked to wait longer either: three such waits, the patience of our client, outlast a crash. */
const renewSeconds = lockSeconds / 3

/**
 * Does a request once, however often it comes with the same key within a day: the same request gets the same
 * answer, another one under the same key is refused, and so is one that comes while the first is worked on.
 * After a crash the next one takes over, with the same id for what is made; `work` looks whether it is there.
 * A request that fails leaves no trace and may come again.
 */
export async function once<Answer>(
  db: Db,
  { owner_id, route, idempotency_key: key }: Asker,
  sent: unknown,
  work: (making: Making) => Promise<Answer>,
): Promise<Answered<Answer>> {
  const id = uuidv7()
  if (key === undefined)
    return { answer: await work({ id, is_taken_over: false }), is_replay: false }
  const request = { owner_id, key, fingerprint: fingerprintOf([route, sent]) }
  const [taken] = await takeKey(db, request, id, lockSeconds)
  if (!taken) return { answer: (await earlierAnswer(db, request)) as Answer, is_replay: true }
  const making = { id: taken.resource_id, is_taken_over: taken.resource_id !== id }
  const working = work(making).catch((error: unknown) => giveUp(db, request, making.id, error))
  const answer = await keptLocked(db, request, making.id, working)
  // The work is done. Should its answer not be kept, the next one takes over and finds it.
  await keepAnswer(db, request, making.id, answer).catch(() => undefined)
  return { answer, is_replay: false }
}

/**
 * The same for an answer with a secret, which is kept nowhere: whoever asks again is told that it was given.
 * `work` answers with nothing where it was done before a crash.
 */
export async function onceShown<Answer>(
  db: Db,
  asker: Asker,
  sent: unknown,
  work: (making: Making) => Promise<Answer | undefined>,
): Promise<Answer> {
  let shown: Answer | undefined
  await once(db, asker, sent, async (making) => {
    shown = await work(making)
    return {}
  })
  if (shown === undefined) throw new AppError('SHOWN_ONCE')
  return shown
}

function fingerprintOf(sent: unknown): string {
  return createHash('sha256').update(JSON.stringify(sent)).digest('hex')
}

async function earlierAnswer(db: Db, request: KeyedRequest): Promise<unknown> {
  const [known] = await findKey(db, request)
  if (known && !known.is_same) throw new AppError('KEY_REUSED')
  if (known && known.response !== null) return known.response
  const retryAfterSeconds = Math.min(known?.wait_seconds ?? 1, renewSeconds)
  throw new AppError('KEY_IN_USE', undefined, { retryAfterSeconds })
}

/** However long the work takes, nobody else begins it. A renewal that fails is made up for by the next. */
async function keptLocked<Answer>(
  db: Db,
  request: KeyedRequest,
  id: string,
  working: Promise<Answer>,
): Promise<Answer> {
  const renew = () => void renewKey(db, request, id, lockSeconds).catch(() => undefined)
  const timer = setInterval(renew, renewSeconds * 1000)
  return working.finally(() => clearInterval(timer))
}

/** After a lost connection the work may be done all the same. */
async function giveUp(db: Db, request: KeyedRequest, id: string, error: unknown): Promise<never> {
  const undo = toAppError(error).code === 'UNAVAILABLE' ? releaseKey : forgetKey
  await undo(db, request, id).catch(() => undefined)
  throw error
}
