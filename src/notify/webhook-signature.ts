import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

/** Creates a secret of 256 random bits. */
export function createWebhookSecret(): string {
  return `${prefix}${randomBytes(32).toString('base64')}`
}

/** Returns the headers that Standard Webhooks defines: ID, timestamp, and an HMAC of both and the body for each secret. */
export function signatureHeaders(
  secrets: readonly string[],
  { id, seconds, body }: { id: string; seconds: number; body: string },
): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  }
}
