import type { Db } from '../db/db.ts'
import {
  type ClaimedDelivery,
  claimDeliveries,
  type DeliveryOutcome,
  settleDelivery,
} from '../db/notify/deliveries.sql.ts'
import { noteArrival, noteFailure } from '../db/notify/webhooks.sql.ts'
import { toAppError } from '../domain/errors/errors.ts'
import type { Log } from '../domain/ports/log.ts'
import { deliveryDelay } from '../domain/notify/webhook.ts'
import type { Post, Posted } from '../fetch/post.ts'
import { persist } from './rounds.ts'
import { signedHeaders } from './sign.ts'

export interface Delivering {
  db: Db
  log: Log
  post: Post
  /** Called when there is room for another. */
  onEnd: () => void
}

const limit = 32
const perWebhook = 4
/** Longer than one try may take. */
const claimSeconds = 60
/** A webhook to which nothing has come through for so long is switched off. */
const failingDays = 3

/** Delivers what is due to webhooks, from any number of workers. */
export interface Courier {
  /** Takes what there is room for and says how many; they go on by themselves. */
  deliver(): Promise<number>
  /** Ends those that are under way, which are tried again. */
  stop(): Promise<void>
}

export function createCourier(delivering: Delivering): Courier {
  const { db, log } = delivering
  const stopping = new AbortController()
  const running = new Map<Promise<void>, string>()

  function start(delivery: ClaimedDelivery): void {
    const done = deliverOne(delivering, delivery, stopping.signal)
      .catch((error: unknown) => {
        if (stopping.signal.aborted) return
        log.error({ err: error, delivery_id: delivery.id }, 'webhook delivery failed unexpectedly')
      })
      .finally(() => {
        running.delete(done)
        delivering.onEnd()
      })
    running.set(done, delivery.webhook_id)
  }

  return {
    async deliver() {
      const room = limit - running.size
      if (room <= 0) return 0
      // One that is slow takes no more than its share of this worker.
      const busy = [...new Set(running.values())]
      const claim = { limit: room, perWebhook, seconds: claimSeconds, busy }
      const claimed = await claimDeliveries(db, claim)
      for (const delivery of claimed) start(delivery)
      return claimed.length
    },
    async stop() {
      stopping.abort()
      await Promise.all(running.keys())
    },
  }
}

async function deliverOne(
  { db, log, post }: Omit<Delivering, 'onEnd'>,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<void> {
  const { id, webhook_id, payload: body, secret, url, attempts } = delivery
  const seconds = Math.floor(Date.now() / 1000)
  const headers = {
    ...signedHeaders(secret, { id, seconds, body }),
    'content-type': 'application/json',
  }
  const startedAt = performance.now()
  const answer = await post(url, { headers, body }, signal).catch((error: unknown) => {
    signal.throwIfAborted()
    return toAppError(error)
  })
  const took = Math.round(performance.now() - startedAt) / 1000
  const outcome = judge(answer, attempts, took)
  await persist(() => settleDelivery(db, delivery, outcome))
  const { state, tried } = outcome
  log.info({ delivery_id: id, webhook_id, state, attempts, ...tried }, 'webhook delivery attempted')
  if (state === 'delivered') return void (await noteArrival(db, webhook_id))
  const isGone = tried.status === 410
  for (const ended of await noteFailure(db, webhook_id, { isGone, days: failingDays })) {
    log.warn({ webhook_id, disabled_by: ended.disabled_by }, 'webhook disabled')
  }
}

/** 2xx is arrival. All else is tried again, a redirect too: it may be mended where it comes from. */
function judge(answer: Posted | Error, attempts: number, seconds: number): DeliveryOutcome {
  const { status, error, wait } = verdictOf(answer)
  const tried = { status, seconds, error }
  if (error === null) return { state: 'delivered', delay_seconds: null, tried }
  const delay_seconds = deliveryDelay(attempts, wait) ?? null
  return { state: delay_seconds === null ? 'failed' : 'pending', delay_seconds, tried }
}

function verdictOf(answer: Posted | Error): {
  status: number | null
  error: string | null
  wait: number
} {
  if (answer instanceof Error) return { status: null, error: reasonOf(answer), wait: 0 }
  const { status, retryAfterSeconds: wait } = answer
  if (status >= 200 && status < 300) return { status, error: null, wait: 0 }
  const isRedirect = status >= 300 && status < 400
  const error = isRedirect
    ? 'It answered with a redirect, which is not followed.'
    : `It answered ${status}.`
  return { status, error, wait }
}

function reasonOf(error: Error): string {
  const reasons: Record<string, string> = {
    FETCH_TIMEOUT: 'It did not answer in time.',
    BLOCKED_URL: 'Docket may not send to this address.',
  }
  return reasons[toAppError(error).code] ?? 'It could not be reached.'
}
