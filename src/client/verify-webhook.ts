/** A request that claims to come from Docket. */
export interface WebhookRequest {
  /** The secret shown when the webhook was created: `whsec_…`. During a rotation, both the old and the new secret. */
  secret: string | readonly string[]
  /** The request's headers. */
  headers: Headers | Readonly<Record<string, string | string[] | undefined>>
  /** The raw body, exactly as received. */
  body: string | Uint8Array
  /** Maximum age of an accepted request. Default: 300. */
  toleranceSeconds?: number
}

/**
 * True if a webhook request is recent and was signed with the secret, according to Standard Webhooks. Throws a
 * TypeError if it is called without a secret or with a parsed body.
 */
export async function verifyWebhook(request: WebhookRequest, now = Date.now()): Promise<boolean> {
  const { secret, headers, body, toleranceSeconds = 300 } = request
  const secrets = requireSecrets(secret)
  const payload = requireRawBody(body)
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    readHeader(headers, `webhook-${name}`),
  )
  if (!id || !timestamp || !signatures) return false
  const age = Math.abs(now / 1000 - Number(timestamp))
  if (!(age <= toleranceSeconds)) return false
  const given = signatures.split(' ').flatMap((one) => {
    const [version, signature] = one.split(',')
    return version === 'v1' && signature ? [signature] : []
  })
  const start = new TextEncoder().encode(`${id}.${timestamp}.`)
  const message = new Uint8Array(start.length + payload.length)
  message.set(start)
  message.set(payload, start.length)
  for (const one of secrets) if (await isSigned(one, message, given)) return true
  return false
}

function requireSecrets(secret: unknown): readonly string[] {
  const secrets: readonly unknown[] = Array.isArray(secret) ? secret : [secret]
  const isUsable = (one: unknown): one is string => typeof one === 'string' && one !== ''
  if (secrets.length > 0 && secrets.every(isUsable)) return secrets
  throw new TypeError('verifyWebhook needs a secret: the one shown when the webhook was created.')
}

function requireRawBody(body: unknown): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body)
  if (body instanceof Uint8Array) return body
  throw new TypeError(
    'verifyWebhook needs the raw body as a string or bytes, because the signature covers it before it is parsed. In Express, use express.raw({ type: "application/json" }).',
  )
}

/** Verifies the signature. WebCrypto compares in constant time. */
async function isSigned(
  secret: string,
  message: Uint8Array<ArrayBuffer>,
  signatures: readonly string[],
): Promise<boolean> {
  const { subtle } = await findCrypto()
  const bytes = decode(secret.replace(/^whsec_/, ''))
  if (!bytes) return false
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const key = await subtle.importKey('raw', bytes, hmac, false, ['verify'])
  for (const signature of signatures) {
    const decoded = decode(signature)
    if (decoded && (await subtle.verify('HMAC', key, decoded, message))) return true
  }
  return false
}

function decode(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

function readHeader(headers: WebhookRequest['headers'], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? []
  return typeof value === 'string' ? value : value?.[0]
}

/** Returns WebCrypto, which Node 18 has only as a module. Bundlers for browsers must not resolve that module. */
async function findCrypto(): Promise<typeof globalThis.crypto> {
  if ('crypto' in globalThis) return globalThis.crypto
  const name = 'node:crypto'
  const { webcrypto } = (await import(/* @vite-ignore */ /* webpackIgnore: true */ name)) as {
    webcrypto: typeof globalThis.crypto
  }
  return webcrypto
}
