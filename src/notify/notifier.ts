/**
 * Emails and webhooks about jobs and batches that have ended. The function `enqueue_notifications` makes emails due and
 * inserts one delivery per subscribed webhook, in the same transaction as the event (transactional outbox). Every
 * worker sends due emails and deliveries.
 *
 * Emails are sent at most once: the claim commits before the server is contacted and is never taken over, so a claim
 * without an outcome becomes `unknown`. src/mail/ distinguishes rejections, certain failures and unknown outcomes. Over
 * SMTP, an outcome is unknown only between sending the message and receiving the reply.
 *
 * Webhooks are called at least once, always with the same ID. A claim moves `run_at` to a time after the longest
 * possible attempt; any worker may then take over. A failing webhook gets one delivery at a time, so that it does not
 * delay others. fetch/post.ts applies the URL guard, does not follow redirects, and reads at most 64 KB of a response.
 */

import type { Db } from '../db/db.ts'
import type { Log } from '../domain/ports/log.ts'
import type { Post } from '../fetch/post.ts'
import type { SendMail } from '../mail/mail.ts'
import { createWebhookDeliverer } from './deliver-webhooks.ts'
import { startPollLoop } from './poll-loop.ts'
import { sendMails } from './send-mails.ts'

export interface NotifierDeps {
  db: Db
  log: Log
  pollMs: number
  post: Post
  /** Absent if no mail server is configured. */
  mail?: { send: SendMail; baseUrl: string } | undefined
}

/** Starts to send due emails and deliveries. Runs in every worker; there is no leader. */
export function startNotifier({ db, log, pollMs, post, mail }: NotifierDeps): {
  stop(): Promise<void>
} {
  const webhookSender = createWebhookDeliverer({ db, log, post, onEnd: () => webhookLoop.wake() })
  const loopOptions = { log, pollMs }
  const webhookLoop = startPollLoop(() => webhookSender.deliver(), loopOptions)
  const mailLoop = mail && startPollLoop(() => sendMails({ db, log, ...mail }), loopOptions)
  return {
    async stop() {
      await Promise.all([webhookLoop.stop().then(() => webhookSender.stop()), mailLoop?.stop()])
    },
  }
}
