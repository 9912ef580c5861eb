import type { FastifyInstance } from 'fastify'

/** Shared results are readable by URL alone, so search engines must not index them. */
export const noIndex = { 'x-robots-tag': 'noindex' }

const yearSeconds = 365 * 24 * 60 * 60

/** Restricts the app to its own files, and forbids framing and MIME sniffing. */
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
    // On plain HTTP, as on a laptop, upgrading would leave a blank page.
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
    // Subdomains may not be ours.
    ...(isHttps && { 'strict-transport-security': `max-age=${yearSeconds}` }),
  }
}

/** API responses are private; responses to writes may contain a secret and must not be stored. */
export function preventCaching(app: FastifyInstance): void {
  app.addHook('onSend', async ({ url, method }, reply) => {
    if (!url.startsWith('/api/') || reply.hasHeader('cache-control')) return
    const isRead = method === 'GET' || method === 'HEAD'
    reply.header('cache-control', isRead ? 'private, no-cache' : 'no-store')
  })
}
