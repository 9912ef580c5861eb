import type { MailOutcome } from '../domain/notify/mail.ts'

/** An e-mail to one address. */
export interface Mail {
  /** The same on every try: servers and people know it again by that. */
  id: string
  to: string
  subject: string
  text: string
  html: string
  /** Address of the page or service that ends these e-mails by a POST (RFC 8058); none for those to the operator. */
  unsubscribeUrl?: string
}

/** Hands an e-mail to a server that sends it on. Never rejects: what is not known is an outcome too. */
export type SendMail = (mail: Mail) => Promise<MailOutcome>

export interface Sender {
  /** `Docket <docket@example.com>`, or the address alone. */
  from: string
}

export function addressIn(from: string): string {
  return /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim()
}

export function headersOf({ unsubscribeUrl }: Mail): Record<string, string> {
  return {
    ...(unsubscribeUrl !== undefined && {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
    // No holiday note answers a machine.
    'Auto-Submitted': 'auto-generated',
  }
}
