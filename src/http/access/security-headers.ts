import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/** Whoever has the address sees it, and so no search engine may list it. */
export const unlisted = { 'x-robots-tag': 'noindex' }

const yearSeconds = 365 * 24 * 60 * 60

/** What browsers are told to refuse: all but our own files, frames around us, guessed types. */
export async function secureHeaders(app: FastifyInstance, isHttps: boolean): Promise<void> {
  await app.register(helmet, {
    // Only this host: what else lives below its name is not ours to decide about.
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
        // On plain http, as on a laptop, upgrading would leave a blank page.
        upgradeInsecureRequests: isHttps ? [] : null,
      },
    },
  })
}

/** What the API answers is one person's; what comes of a change may hold a secret, which no cache may keep. */
export function keepFromCaches(app: FastifyInstance): void {
  app.addHook('onSend', async ({ url, method }, reply) => {
    if (!url.startsWith('/api/') || reply.hasHeader('cache-control')) return
    const isLook = method === 'GET' || method === 'HEAD'
    reply.header('cache-control', isLook ? 'private, no-cache' : 'no-store')
  })
}
