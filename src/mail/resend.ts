import type { MailOutcome } from '../domain/notify/mail.ts'
import { parseJson } from '../domain/values/json.ts'
import { codeOf } from '../domain/errors/system-error.ts'
import { headersOf, type Sender, type SendMail } from './mail.ts'

interface ResendOptions extends Sender {
  key: string
  /** Where its API is. */
  url: string
}

const longestMs = 30_000
/** Nothing was sent where there was no connection. */
const neverConnected = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']

/** Sends by the HTTP API of Resend. The key makes it take an e-mail once, should a failed one be tried again. */
export function resendSender({ from, key, url }: ResendOptions): SendMail {
  return async (mail) => {
    const { to, subject, text, html } = mail
    try {
      const answer = await fetch(`${url.replace(/\/$/, '')}/emails`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'idempotency-key': mail.id,
        },
        body: JSON.stringify({ from, to, subject, text, html, headers: headersOf(mail) }),
        signal: AbortSignal.timeout(longestMs),
      })
      return await outcomeOf(answer)
    } catch (thrown) {
      const { message, cause } = thrown as Error
      const reason = cause instanceof Error ? cause.message : message
      const isClear = neverConnected.includes(codeOf(cause) ?? '')
      return { kind: isClear ? 'postponed' : 'unknown', error: reason }
    }
  }
}

async function outcomeOf(answer: Response): Promise<MailOutcome> {
  const { status, headers } = answer
  if (answer.ok) {
    await answer.body?.cancel()
    return { kind: 'sent' }
  }
  const said = (parseJson(await answer.text().catch(() => '')) ?? {}) as { message?: unknown }
  const error = `${status} ${typeof said.message === 'string' ? said.message : ''}`.trim()
  // A key that is wrong or a sender that is not verified is the operator's to mend.
  const isPassing = status >= 500 || [401, 403, 408, 409, 425, 429].includes(status)
  if (!isPassing) return { kind: 'refused', error }
  return { kind: 'postponed', error, retryAfterSeconds: Number(headers.get('retry-after')) || 0 }
}
