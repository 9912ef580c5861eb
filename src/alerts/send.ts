import { type AlertMessage, deleteMessage, claimMessages } from '../db/operations/alerts.sql.ts'
import type { Db } from '../db/db.ts'
import { renderAlert } from '../domain/i18n/render.ts'
import type { Log } from '../domain/ports/log.ts'
import type { Meter } from '../domain/ports/meter.ts'
import { escapeMarkup } from '../domain/values/escape-markup.ts'

export interface Channel {
  name: 'webhook' | 'email'
  /** Delivers a message. Rejects if it may not have been delivered, so that the caller retries. */
  send(message: AlertMessage): Promise<void>
}

export interface AlertSenderDeps {
  db: Db
  log: Log
  meter: Meter
  channels: Channel[]
}

/** Maximum number of attempts, which the backoff spreads over about four hours. */
const maxTries = 8

/** Delivers each message at least once: after a crash, it is sent again with the same id. */
export async function sendMessages({ db, log, meter, channels }: AlertSenderDeps): Promise<void> {
  const byName = new Map<string, Channel>(channels.map((channel) => [channel.name, channel]))
  for (const message of await claimMessages(db, [...byName.keys()])) {
    const { id, channel, name, attempts } = message
    try {
      await byName.get(channel)?.send(message)
      await deleteMessage(db, id)
      meter.count('alerts', 1, { channel, result: 'sent' })
    } catch (error) {
      meter.count('alerts', 1, { channel, result: 'failed' })
      log.error({ err: error, alert: name, channel, attempts }, 'cannot send alert')
      if (attempts >= maxTries) await deleteMessage(db, id)
    }
  }
}

const timeoutMs = 10_000

/** Posts messages to the administrator's URL, with a `text` field that chat services display. */
export function webhookChannel(url: string): Channel {
  return {
    name: 'webhook',
    async send(message) {
      const { id, name, subject, since, created_at } = message
      const summary = renderAlert(message)
      const status = message.is_firing ? 'firing' : 'resolved'
      const payload = { id, alert: name, subject, status, summary, since, created_at }
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-docket-alert-id': id },
        body: JSON.stringify({ ...payload, text: toText(message) }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`ALERT_WEBHOOK_URL responded with ${response.status}`)
    },
  }
}

interface AlertMail {
  id: string
  to: string
  subject: string
  text: string
  html: string
}

export function emailChannel(
  to: string,
  send: (mail: AlertMail) => Promise<{ kind: string }>,
): Channel {
  return {
    name: 'email',
    async send(message) {
      const text = `${toText(message)}\n\nSince ${message.since}. See "Alerts" in docs/runbook.md.`
      const subject = toText(message).slice(0, 120)
      const html = `<p>${escapeMarkup(text).replaceAll('\n', '<br>')}</p>`
      const { kind } = await send({ id: message.id, to, subject, text, html })
      if (kind !== 'sent') throw new Error(`The email was not accepted: ${kind}`)
    },
  }
}

function toText(message: AlertMessage): string {
  const { is_firing, name } = message
  const summary = renderAlert(message)
  return is_firing ? `Docket: ${summary} (${name})` : `Docket: resolved (${name}): ${summary}`
}
