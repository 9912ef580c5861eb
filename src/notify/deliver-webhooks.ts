import type { Db } from '../db/db.ts'
import {
  type ClaimedDelivery,
  claimDeliveries,
  type DeliveryOutcome,
  settleDelivery,
} from '../db/notify/deliveries.sql.ts'
import { recordDeliverySuccess, recordDeliveryFailure } from '../db/notify/webhooks.sql.ts'
import { toAppError } from '../domain/errors/app-error.ts'
import { isErrorCode } from '../domain/messages/error-codes.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'
import { renderError } from '../domain/i18n/render.ts'
import { type ProblemDetail, StoredDetail } from '../domain/messages/stored-detail.ts'
import type { Log } from '../domain/ports/log.ts'
import { computeDeliveryDelay } from '../domain/notify/webhook.ts'
import type { Post, PostResult } from '../fetch/post.ts'
import { retryWrite } from './poll-loop.ts'
import { signatureHeaders } from './webhook-signature.ts'

export interface WebhookDeliveryDeps {
  db: Db
  log: Log
  post: Post
  /** Called when a delivery has ended and its capacity is free for another. */
  onEnd: () => void
}

const maxRunning = 32
const perWebhook = 4
/** Lease in seconds, longer than any attempt can take. */
const leaseSeconds = 60
/** Number of days without a successful delivery after which a webhook is disabled. */
const failingDays = 3

/** Delivers webhooks. Any number of workers may run a deliverer. */
export interface WebhookDeliverer {
  /** Claims deliveries up to the free capacity and returns their number. They continue in the background. */
  deliver(): Promise<number>
  /** Aborts running deliveries, which are retried later. */
  stop(): Promise<void>
}

export function createWebhookDeliverer(deps: WebhookDeliveryDeps): WebhookDeliverer {
  const { db, log } = deps
  const stopping = new AbortController()
  const running = new Map<Promise<void>, string>()

  function start(delivery: ClaimedDelivery): void {
    const done = deliverOne(deps, delivery, stopping.signal)
      .catch((error: unknown) => {
        if (stopping.signal.aborted) return
        log.error({ err: error, delivery_id: delivery.id }, 'webhook delivery failed unexpectedly')
      })
      .finally(() => {
        running.delete(done)
        deps.onEnd()
      })
    running.set(done, delivery.webhook_id)
  }

  return {
    async deliver() {
      const capacity = maxRunning - running.size
      if (capacity <= 0) return 0
      // Limits the deliveries per webhook, so that one slow webhook cannot occupy the whole worker.
      const busy = [...new Set(running.values())]
      const claim = { limit: capacity, perWebhook, seconds: leaseSeconds, busy }
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
  { db, log, post }: Omit<WebhookDeliveryDeps, 'onEnd'>,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<void> {
  const { id, webhook_id, payload, secret, previous_secret, url, attempts, is_callback } = delivery
  const body = renderedPayload(payload)
  const seconds = Math.floor(Date.now() / 1000)
  const headers = {
    ...signatureHeaders(
      [secret, previous_secret].filter((one) => one !== null),
      { id, seconds, body },
    ),
    'content-type': 'application/json',
  }
  const startedAt = performance.now()
  const response = await post(url, { headers, body }, signal).catch((error: unknown) => {
    signal.throwIfAborted()
    return toAppError(error)
  })
  const took = Math.round(performance.now() - startedAt) / 1000
  const outcome = toOutcome(response, delivery, took)
  await retryWrite(() => settleDelivery(db, delivery, outcome))
  const { state, tried: attempt } = outcome
  log.info(
    { delivery_id: id, webhook_id, state, attempts, ...attempt },
    'webhook delivery attempted',
  )
  if (state === 'delivered') return void (await recordDeliverySuccess(db, webhook_id))
  if (is_callback) return
  const isGone = attempt.status === 410
  for (const ended of await recordDeliveryFailure(db, webhook_id, { isGone, days: failingDays })) {
    log.warn({ webhook_id, disabled_by: ended.disabled_by }, 'webhook disabled')
  }
}

/** Adds an error's English text to the payload, which contains the error only as a code and parameters. */
function renderedPayload(payload: string): string {
  return JSON.stringify(JSON.parse(payload), (key, value: unknown) =>
    key === 'data' ? withErrorText(value) : value,
  )
}

function withErrorText(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || !('error_code' in data)) return data
  const { error_code: code } = data
  const detail = StoredDetail.safeParse('error_detail' in data ? data.error_detail : null).data
  return { ...data, error_message: isErrorCode(code) ? renderError(code, detail) : null }
}

/**
 * Converts a response to an outcome. Only 2xx counts as success. All other responses are retried, even redirects,
 * because the receiver may fix the problem.
 */
function toOutcome(
  response: PostResult | Error,
  { is_callback, attempts }: ClaimedDelivery,
  seconds: number,
): DeliveryOutcome {
  const { status, error, wait } = classify(response)
  const attempt = { status, seconds, error: error && { code: error.code, params: error.params } }
  if (error === null) return { state: 'delivered', delay_seconds: null, tried: attempt }
  // A webhook that responds with 410 is disabled, and its deliveries wait.
  const isFinal = is_callback && status === 410
  const delay_seconds = isFinal ? null : (computeDeliveryDelay(attempts, wait) ?? null)
  return { state: delay_seconds === null ? 'failed' : 'pending', delay_seconds, tried: attempt }
}

function classify(response: PostResult | Error): {
  status: number | null
  error: ProblemDetail | null
  wait: number
} {
  if (response instanceof Error) return { status: null, error: failureReason(response), wait: 0 }
  const { status, retryAfterSeconds: wait } = response
  if (status >= 200 && status < 300) return { status, error: null, wait: 0 }
  const isRedirect = status >= 300 && status < 400
  const error = createDetail(isRedirect ? 'delivery_redirected' : 'delivery_rejected', { status })
  return { status, error, wait }
}

function failureReason(error: Error): ProblemDetail {
  const { code } = toAppError(error)
  if (code === 'FETCH_TIMEOUT') return createDetail('delivery_timed_out', {})
  return createDetail(code === 'BLOCKED_URL' ? 'delivery_blocked' : 'delivery_unreachable', {})
}
