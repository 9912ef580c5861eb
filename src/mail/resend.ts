import type { MailOutcome } from '../domain/notify/mail.ts'
import { parseJson } from '../domain/values/json.ts'
import { getSystemErrorCode } from '../domain/errors/system-error.ts'
import { mailHeaders, type MailSender, type SendMail } from './mail.ts'

interface ResendOptions extends MailSender {
  key: string
  /** Base URL of the API. */
  url: string
}

const maxTotalMs = 30_000
/** Errors after which the email was certainly not sent. */
const connectErrors = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']

/** Sends emails through Resend's HTTP API. The idempotency key prevents duplicates after a retry. */
export function createResendSender({ from, key, url }: ResendOptions): SendMail {
  return async (mail) => {
    const { to, subject, text, html } = mail
    try {
      const response = await fetch(`${url.replace(/\/$/, '')}/emails`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'idempotency-key': mail.id,
        },
        body: JSON.stringify({ from, to, subject, text, html, headers: mailHeaders(mail) }),
        signal: AbortSignal.timeout(maxTotalMs),
      })
      return await toOutcome(response)
    } catch (thrown) {
      const { message, cause } = thrown as Error
      const reason = cause instanceof Error ? cause.message : message
      const wasNeverSent = connectErrors.includes(getSystemErrorCode(cause) ?? '')
      return { kind: wasNeverSent ? 'postponed' : 'unknown', error: reason }
    }
  }
}

async function toOutcome(response: Response): Promise<MailOutcome> {
  const { status, headers } = response
  if (response.ok) {
    await response.body?.cancel()
    return { kind: 'sent' }
  }
  const body = (parseJson(await response.text().catch(() => '')) ?? {}) as { message?: unknown }
  const error = `${status} ${typeof body.message === 'string' ? body.message : ''}`.trim()
  // Also retries after a wrong key or an unverified sender, because the administrator can fix these.
  const isTransient = status >= 500 || [401, 403, 408, 409, 425, 429].includes(status)
  if (!isTransient) return { kind: 'refused', error }
  return { kind: 'postponed', error, retryAfterSeconds: Number(headers.get('retry-after')) || 0 }
}
