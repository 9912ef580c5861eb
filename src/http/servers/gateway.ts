import multipart from '@fastify/multipart'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { AppError } from '../../domain/errors/app-error.ts'
import { createBaseServer } from './base-server.ts'
import { type GatewayDeps, serveGateway } from '../routes/gateway.ts'
import { describeApi } from '../openapi/openapi.ts'
import { rejectOtherMethods } from '../requests/other-methods.ts'
import { rejectCrossSite } from '../access/same-site.ts'

/** Creates the server for `docket gateway`, which converts documents and stores nothing. */
export async function createGateway(
  services: GatewayDeps,
  log: FastifyBaseLogger,
): Promise<FastifyInstance> {
  const app = createBaseServer(services, log)
  await app.register(multipart)
  // Leaves other bodies as streams, because the route decides which types to accept.
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
  await describeApi(app, services.version)
  app.addHook('onRequest', rejectCrossSite())
  const rejectOthers = rejectOtherMethods(app)
  await app.register(async (routes) => {
    rejectOthers(routes)
    serveGateway(routes, services)
  })
  app.setNotFoundHandler(() => {
    throw new AppError('NOT_FOUND')
  })
  return app
}
