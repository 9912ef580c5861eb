/** A request that claims to come from Docket. */
export interface WebhookRequest {
  /** The secret shown when the webhook was created: `whsec_…`. While it is being rotated, both secrets. */
  secret: string | readonly string[]
  /** The request's headers. */
  headers: Headers | Readonly<Record<string, string | string[] | undefined>>
  /** The raw body, before it is parsed. */
  body: string
  /** Maximum age of an accepted request. Default: 300. */
  toleranceSeconds?: number
}

/** Checks that a webhook request was signed with the secret, according to Standard Webhooks, and is recent. */
export async function verifyWebhook(request: WebhookRequest, now = Date.now()): Promise<boolean> {
  const { secret, headers, body, toleranceSeconds = 300 } = request
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
  const message = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  for (const one of typeof secret === 'string' ? [secret] : secret) {
    if (await isSigned(one, message, given)) return true
  }
  return false
}

/** Compares inside WebCrypto, which takes constant time. */
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
  const value = headers instanceof Headers ? headers.get(name) : headers[name]
  return (Array.isArray(value) ? value[0] : value) ?? undefined
}

/** Node 18 has WebCrypto only as a module; bundlers must not try to resolve it for browsers. */
async function findCrypto(): Promise<typeof globalThis.crypto> {
  if ('crypto' in globalThis) return globalThis.crypto
  const name = 'node:crypto'
  const { webcrypto } = (await import(/* @vite-ignore */ /* webpackIgnore: true */ name)) as {
    webcrypto: typeof globalThis.crypto
  }
  return webcrypto
}
