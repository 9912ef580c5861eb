import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

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
