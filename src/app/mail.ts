import type { Config } from '../config.ts'
import type { Notifying } from '../notify/notifier.ts'
import { resendSender } from '../mail/resend.ts'
import { smtpSender } from '../mail/smtp.ts'

/** How e-mails are sent, where the settings say so. */
export function openMail(config: Config): Notifying['mail'] {
  const { SMTP_URL, RESEND_API_KEY: key, RESEND_URL: url, MAIL_FROM: from, BASE_URL } = config
  if (from === undefined || BASE_URL === undefined) return undefined
  if (SMTP_URL !== undefined) return { send: smtpSender(SMTP_URL, { from }), baseUrl: BASE_URL }
  if (key !== undefined) return { send: resendSender({ from, key, url }), baseUrl: BASE_URL }
  return undefined
}
