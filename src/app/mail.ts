import type { Config } from '../config.ts'
import type { NotifierDeps } from '../notify/notifier.ts'
import { createResendSender } from '../mail/resend.ts'

/** Opens the configured mail transport, if any. */
export async function openMail(config: Config): Promise<NotifierDeps['mail']> {
  const { SMTP_URL, RESEND_API_KEY: key, RESEND_URL: url, MAIL_FROM: from, BASE_URL } = config
  if (from === undefined || BASE_URL === undefined) return undefined
  if (SMTP_URL !== undefined) {
    const { createSmtpSender } = await import('../mail/smtp.ts')
    return { send: createSmtpSender(SMTP_URL, { from }), baseUrl: BASE_URL }
  }
  if (key !== undefined) return { send: createResendSender({ from, key, url }), baseUrl: BASE_URL }
  return undefined
}
