import type { FastifyInstance } from 'fastify'

/** Keeps shared results out of search engines, because anyone with the URL can read them. */
export const noIndex = { 'x-robots-tag': 'noindex' }

const yearSeconds = 365 * 24 * 60 * 60

/** Restricts the app to its own files, and prevents framing and MIME sniffing. */
export function addSecurityHeaders(app: FastifyInstance, isHttps: boolean): void {
  const headers = listSecurityHeaders(isHttps)
  app.addHook('onRequest', async (_, reply) => void reply.headers(headers))
}

function listSecurityHeaders(isHttps: boolean): Record<string, string> {
  const policy = [
    "default-src 'self'",
    "img-src 'self' data:",
    "object-src 'none'",
    "script-src-attr 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // Over plain HTTP, for example on localhost, this directive would leave a blank page.
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
  ]
  return {
    'content-security-policy': policy.join(';'),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    // Omits includeSubDomains, because subdomains may belong to other services.
    ...(isHttps && { 'strict-transport-security': `max-age=${yearSeconds}` }),
  }
}

/** Marks API responses as private, and forbids storing responses to writes, which may contain a secret. */
export function preventCaching(app: FastifyInstance): void {
  app.addHook('onSend', async ({ url, method }, reply) => {
    if (!url.startsWith('/api/') || reply.hasHeader('cache-control')) return
    const isRead = method === 'GET' || method === 'HEAD'
    reply.header('cache-control', isRead ? 'private, no-cache' : 'no-store')
  })
}
