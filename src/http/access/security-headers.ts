import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/** Shared results are readable by URL alone, so search engines must not index them. */
export const noIndex = { 'x-robots-tag': 'noindex' }

const yearSeconds = 365 * 24 * 60 * 60

/** Restricts the app to its own files, and forbids framing and MIME sniffing. */
export async function addSecurityHeaders(app: FastifyInstance, isHttps: boolean): Promise<void> {
  await app.register(helmet, {
    // Subdomains may not be ours.
    hsts: isHttps && { maxAge: yearSeconds, includeSubDomains: false },
    frameguard: { action: 'deny' },
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        scriptSrcAttr: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        // On plain HTTP, as on a laptop, upgrading would leave a blank page.
        upgradeInsecureRequests: isHttps ? [] : null,
      },
    },
  })
}

/** API responses are private; responses to writes may contain a secret and must not be stored. */
export function preventCaching(app: FastifyInstance): void {
  app.addHook('onSend', async ({ url, method }, reply) => {
    if (!url.startsWith('/api/') || reply.hasHeader('cache-control')) return
    const isRead = method === 'GET' || method === 'HEAD'
    reply.header('cache-control', isRead ? 'private, no-cache' : 'no-store')
  })
}
