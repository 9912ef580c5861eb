import { type AlertMessage, forgetMessage, takeMessages } from '../db/operations/alerts.sql.ts'
import type { Db } from '../db/db.ts'
import type { Log } from '../domain/ports/log.ts'
import type { Meter } from '../domain/ports/meter.ts'

/** A way to the operator. */
export interface Channel {
  name: 'webhook' | 'email'
  /** Rejects when it is not known to have arrived: then it is tried again. */
  send(message: AlertMessage): Promise<void>
}

export interface Sending {
  db: Db
  log: Log
  meter: Meter
  channels: Channel[]
}

/** About four hours of trying. */
const mostTries = 8

/** Sends what is due. A crash in between sends a message twice, under the same id, rather than never. */
export async function sendMessages({ db, log, meter, channels }: Sending): Promise<void> {
  const byName = new Map<string, Channel>(channels.map((channel) => [channel.name, channel]))
  for (const message of await takeMessages(db, [...byName.keys()])) {
    const { id, channel, name, tries } = message
    try {
      await byName.get(channel)?.send(message)
      await forgetMessage(db, id)
      meter.count('alerts', 1, { channel, result: 'sent' })
    } catch (error) {
      meter.count('alerts', 1, { channel, result: 'failed' })
      log.error({ err: error, alert: name, channel, tries }, 'cannot send alert')
      if (tries >= mostTries) await forgetMessage(db, id)
    }
  }
}

const patienceMs = 10_000

/** Posts to an address of the operator's own; `text` is what chats show. */
export function webhookChannel(url: string): Channel {
  return {
    name: 'webhook',
    async send(message) {
      const { id, name, subject, summary, since, created_at } = message
      const status = message.is_firing ? 'firing' : 'resolved'
      const facts = { id, alert: name, subject, status, summary, since, created_at }
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-docket-alert-id': id },
        body: JSON.stringify({ ...facts, text: textOf(message) }),
        redirect: 'error',
        signal: AbortSignal.timeout(patienceMs),
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

/** By e-mail; `send` is told of outcomes as the mailer knows them. */
export function emailChannel(
  to: string,
  send: (mail: AlertMail) => Promise<{ kind: string }>,
): Channel {
  return {
    name: 'email',
    async send(message) {
      const text = `${textOf(message)}\n\nSince ${message.since}. See "Alerts" in docs/runbook.md.`
      const subject = textOf(message).slice(0, 120)
      const html = `<p>${escaped(text).replaceAll('\n', '<br>')}</p>`
      const { kind } = await send({ id: message.id, to, subject, text, html })
      if (kind !== 'sent') throw new Error(`The email was not accepted: ${kind}`)
    },
  }
}

function textOf({ is_firing, name, summary }: AlertMessage): string {
  return is_firing ? `Docket: ${summary} (${name})` : `Docket: resolved (${name}): ${summary}`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
