import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Receiving } from '../documents/receive.ts'
import { bareServer } from './bare-server.ts'
import { jobRoutes } from './jobs.routes.ts'
import { metaRoutes } from './meta.routes.ts'
import { describeApi } from './openapi.ts'
import { servePages } from './pages.ts'
import { refuseCrossSite } from './same-site.ts'

/** What the routes need; the composition root has made it. */
export interface Services extends Receiving {
  version: string
  /** Whether people reach this server by https, be it through a proxy. */
  isHttps: boolean
  /** The built web app. */
  webFolder: string
  /** A connection on which nothing moves for so long is given up. */
  idleMs: number
}

/** The whole HTTP side, ready to listen or to be injected into. */
export async function createServer(
  services: Services,
  log: FastifyBaseLogger,
): Promise<FastifyInstance> {
  const app = bareServer({ idleMs: services.idleMs, lastCallMs: 5_000 }, log)
  await registerPlugins(app, services)
  await describeApi(app, services.version)
  app.addHook('onRequest', refuseCrossSite)
  await app.register(async (api) => {
    jobRoutes(api, services)
    metaRoutes(api, services)
  })
  await servePages(app, services.webFolder)
  return app
}

async function registerPlugins(app: FastifyInstance, { isHttps }: Services): Promise<void> {
  await app.register(helmet, {
    hsts: isHttps,
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        styleSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        // On plain http, as on a laptop, upgrading would leave a blank page.
        upgradeInsecureRequests: isHttps ? [] : null,
      },
    },
  })
  await app.register(cookie)
  await app.register(multipart)
}
