import type { MailOutcome } from '../domain/notify/mail.ts'

export interface Mail {
  /** Stays the same across retries, so that servers and recipients recognise duplicates. */
  id: string
  to: string
  subject: string
  text: string
  html: string
  /** URL for one-click unsubscribing (RFC 8058); absent in emails to the administrator. */
  unsubscribeUrl?: string
}

/** Sends an email. Never rejects, because an unknown outcome is one of the results. */
export type SendMail = (mail: Mail) => Promise<MailOutcome>

export interface MailSender {
  /** `Docket <docket@example.com>`, or only the address. */
  from: string
}

export function parseAddress(from: string): string {
  return /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim()
}

export function mailHeaders({ unsubscribeUrl }: Mail): Record<string, string> {
  return {
    ...(unsubscribeUrl !== undefined && {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
    // Suppresses out-of-office replies.
    'Auto-Submitted': 'auto-generated',
  }
}
