import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { uuidv7 } from 'uuidv7'
import { type Meter, noMeter } from '../../domain/ports/meter.ts'
import { noTracer, type Span, type Tracer } from '../../domain/ports/tracer.ts'
import { sendProblem, sendRawProblem } from '../responses/problems.ts'

interface Listening {
  /** A connection on which nothing moves for so long is given up. */
  idleMs: number
  /** How long those who are served when the server closes have until they are cut off. */
  lastCallMs: number
  /** Addresses of proxies that are believed about where a request comes from. */
  trustedProxies?: string[]
  meter?: Meter
  tracer?: Tracer
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The step of a trace that answering it is. */
    span: Span | undefined
  }
}

/** Connections that may wait to be accepted: with Node's 511, a thousand at once would see some reset. */
export const backlog = 4096

/** What all our servers have in common. */
export function bareServer(listening: Listening, log: FastifyBaseLogger): FastifyInstance {
  const { idleMs, lastCallMs, trustedProxies = [] } = listening
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
  observe(app, listening)
  app.addHook('preClose', async () => {
    // A connection whose last answer is over stays open for another request, which nobody would serve.
    const closing = setInterval(() => app.server.closeIdleConnections(), 50).unref()
    app.server.once('close', () => clearInterval(closing))
    // Whoever still sends or fetches then would keep the process from ending.
    setTimeout(() => app.server.closeAllConnections(), lastCallMs).unref()
  })
  return app
}

/** Names each request in its answer, measures it and makes it a step of a trace. */
function observe(
  app: FastifyInstance,
  { meter = noMeter, tracer = noTracer }: Pick<Listening, 'meter' | 'tracer'>,
): void {
  app.decorateRequest('span')
  app.addHook('onRequest', async (request, reply) => {
    const { method, headers, routeOptions } = request
    reply.header('x-request-id', request.id)
    request.span = tracer.begin(`${method} ${routeOptions.url ?? ''}`.trim(), {
      kind: 'server',
      parent: headers.traceparent?.toString(),
      attributes: { 'http.request.method': method, 'docket.request_id': request.id },
    })
  })
  app.addHook('onResponse', async ({ method, routeOptions, span }, reply) => {
    const { statusCode } = reply
    const labels = { method, route: routeOptions.url ?? 'none', status: String(statusCode) }
    meter.time('requests', reply.elapsedTime / 1000, labels)
    const attributes = { 'http.response.status_code': statusCode }
    span?.end({ attributes, ...(statusCode >= 500 && { error: String(statusCode) }) })
  })
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Whoever calls us may name its request, so that the logs of both sides agree. */
function givenId(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && uuid.test(header) ? header : undefined
}

/** Tickets and codes of links open something or end it: whoever reads the log must not. */
function loggedRequest({ method, url, host, ip }: FastifyRequest): object {
  const shown = url
    .replace(/([?&]ticket=)[^&]+/g, '$1…')
    .replace(/(\/(?:result|unsubscribe)\/)[^/?]+/, '$1…')
  return { method, url: shown, host, remoteAddress: ip }
}
