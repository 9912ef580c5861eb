import multipart from '@fastify/multipart'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { AppError } from '../../domain/errors/errors.ts'
import { bareServer } from './bare-server.ts'
import { type GatewayServices, serveGateway } from '../routes/gateway.ts'
import { describeApi } from '../openapi/openapi.ts'
import { refuseOtherMethods } from '../requests/other-methods.ts'
import { refuseCrossSite } from '../access/same-site.ts'

/** The server of `docket gateway`: documents in, results out, nothing kept. */
export async function createGateway(
  services: GatewayServices,
  log: FastifyBaseLogger,
): Promise<FastifyInstance> {
  const app = bareServer(services, log)
  await app.register(multipart)
  // Bodies of other types stay streams; whether they are of use, the route decides.
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
  await describeApi(app, services.version)
  app.addHook('onRequest', refuseCrossSite())
  await app.register(async (routes) => {
    const refuseOthers = refuseOtherMethods(routes)
    serveGateway(routes, services)
    routes.after(refuseOthers)
  })
  app.setNotFoundHandler(() => {
    throw new AppError('NOT_FOUND')
  })
  return app
}
