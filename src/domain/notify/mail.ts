import { z } from 'zod'
import { encodeFault } from '../messages/fault-codes.ts'

/** A single address that mail servers accept, without a display name or control characters. */
export const MailAddress = z
  .string()
  .trim()
  .max(254)
  .pipe(z.email())
  .refine((address) => address.indexOf('@') <= 64, encodeFault('mail_name_too_long', {}))

export const MailState = z.enum(['waiting', 'sending', 'sent', 'failed', 'unknown', 'suppressed'])
export type MailState = z.infer<typeof MailState>

/** An email about a batch, as its owner sees it. */
export const Notice = z
  .object({
    email: z.string(),
    state: MailState.describe(
      '`waiting`: waits for the batch to finish or for a retry. `unknown`: the delivery could not be confirmed, and the email is not sent again. `suppressed`: the address has unsubscribed.',
    ),
  })
  .meta({ id: 'Notice' })
export type Notice = z.infer<typeof Notice>

/** The outcome of one attempt to send an email. */
export type MailOutcome =
  | { kind: 'sent' }
  /** The server rejected the email permanently. */
  | { kind: 'refused'; error: string }
  /** The server certainly did not accept the email. Sending may be retried. */
  | { kind: 'postponed'; error: string; retryAfterSeconds?: number }
  /** The server may have accepted the email. */
  | { kind: 'unknown'; error: string }

const minute = 60
const retryDelays = [minute, 5 * minute, 15 * minute, 60 * minute, 4 * 60 * minute]
const maxRetryAfter = 24 * 60 * minute

/** Returns an email's state after attempt number `attempt`, counted from 1. */
export function decideMailState(
  outcome: MailOutcome,
  attempt: number,
): { state: MailState; error: string | null; delay_seconds: number | null } {
  switch (outcome.kind) {
    case 'sent':
      return { state: 'sent', error: null, delay_seconds: null }
    case 'refused':
      return { state: 'failed', error: outcome.error, delay_seconds: null }
    case 'unknown':
      return { state: 'unknown', error: outcome.error, delay_seconds: null }
    case 'postponed': {
      const { error, retryAfterSeconds = 0 } = outcome
      const delay = retryDelays[attempt - 1]
      if (delay === undefined) return { state: 'failed', error, delay_seconds: null }
      const requestedSeconds = Math.min(retryAfterSeconds, maxRetryAfter)
      return { state: 'waiting', error, delay_seconds: Math.max(delay, requestedSeconds) }
    }
  }
}
