import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { uuidv7 } from 'uuidv7'
import { type Meter, noMeter } from '../domain/meter.ts'
import { sendProblem, sendRawProblem } from './problems.ts'

interface Listening {
  /** A connection on which nothing moves for so long is given up. */
  idleMs: number
  /** How long those who are served when the server closes have until they are cut off. */
  lastCallMs: number
  /** Addresses of proxies that are believed about where a request comes from. */
  trustedProxies?: string[]
  meter?: Meter
}

/** Connections that may wait to be accepted: with Node's 511, a thousand at once would see some reset. */
export const backlog = 4096

/** What all our servers have in common. */
export function bareServer(
  { idleMs, lastCallMs, trustedProxies = [], meter = noMeter }: Listening,
  log: FastifyBaseLogger,
): FastifyInstance {
  const app = Fastify({
    loggerInstance: log.child({}, { serializers: { req: loggedRequest } }),
    trustProxy: trustedProxies,
    genReqId: ({ headers }) => givenId(headers['x-request-id']) ?? uuidv7(),
    logController: new LogController({ requestIdLogLabel: 'request_id' }),
    routerOptions: { ignoreTrailingSlash: true },
    // An upload may take as long as it takes, as long as it moves.
    requestTimeout: 0,
    connectionTimeout: idleMs,
    forceCloseConnections: 'idle',
    clientErrorHandler: sendRawProblem,
    frameworkErrors: sendProblem,
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(sendProblem)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request
    const labels = { method, route: routeOptions.url ?? 'none', status: String(reply.statusCode) }
    meter.time('requests', reply.elapsedTime / 1000, labels)
  })
  app.addHook('preClose', async () => {
    // Whoever still sends or fetches then would keep the process from ending.
    setTimeout(() => app.server.closeAllConnections(), lastCallMs).unref()
  })
  return app
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Whoever calls us may name its request, so that the logs of both sides agree. */
function givenId(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && uuid.test(header) ? header : undefined
}

/** Tickets and codes of links open something: whoever reads the log must not. */
function loggedRequest({ method, url, host, ip }: FastifyRequest): object {
  const shown = url.replace(/([?&]ticket=)[^&]+/g, '$1…').replace(/(\/result\/)[^/?]+/, '$1…')
  return { method, url: shown, host, remoteAddress: ip }
}
