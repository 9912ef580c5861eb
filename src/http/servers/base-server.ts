import { parseUrl } from '../../domain/values/parse-url.ts'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { uuidv7 } from 'uuidv7'
import { type Meter, noopMeter } from '../../domain/ports/meter.ts'
import { noopTracer, type Span, type Tracer } from '../../domain/ports/tracer.ts'
import {
  defaultMinBodyRate,
  enforceMinBodyRate,
  type MinBodyRate,
} from '../requests/min-body-rate.ts'
import { AppError } from '../../domain/errors/app-error.ts'
import { createDetail } from '../../domain/i18n/problem-detail.ts'
import { compileValidator } from '../requests/validator.ts'
import { serveProblemPages } from '../pages/problem-pages.ts'
import { redactUrl } from './redact-url.ts'
import { localiseResponses } from '../responses/language.ts'
import { sendProblem, sendRawProblem } from '../responses/problems.ts'

interface BaseServerOptions {
  /** Time after which idle connections are closed, in ms. */
  idleMs: number
  /** Time in ms that running requests have to finish once shutdown starts. */
  shutdownGraceMs: number
  /** Minimum rate of request bodies; slower ones are cut off. */
  minBodyRate?: MinBodyRate
  /** Addresses of trusted proxies. */
  trustedProxies?: string[]
  meter?: Meter
  tracer?: Tracer
}

/** Logs one line per request, when the request ends. */
class RequestLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const { method, routeOptions } = request
    const line = {
      method,
      route: routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      job_id: findJobId(request, reply),
    }
    if (error) reply.log.error({ ...line, err: error }, 'request failed')
    else reply.log.info(line, 'request')
  }
}

/** Returns the ID of the job that a request refers to or has created. */
function findJobId({ params, routeOptions }: FastifyRequest, reply: FastifyReply) {
  const { id, job_id = id } = (params ?? {}) as { id?: string; job_id?: string }
  const isAboutJob = /^\/api\/(jobs|job-status)\/:id|:job_id/.test(routeOptions.url ?? '')
  if (isAboutJob && job_id !== undefined) return job_id
  return /^\/api\/jobs\/([\da-f-]{36})$/.exec(String(reply.getHeader('location')))?.[1]
}

declare module 'fastify' {
  interface FastifyRequest {
    /** This request's server span. */
    span: Span | undefined
  }
}

/** TCP accept backlog. With Node's default of 511, some of a thousand simultaneous connections are reset. */
export const backlog = 4096

/** Creates the common base of all servers. */
export function createBaseServer(
  options: BaseServerOptions,
  log: FastifyBaseLogger,
): FastifyInstance {
  const { idleMs, shutdownGraceMs, trustedProxies = [] } = options
  const app = Fastify({
    loggerInstance: log.child({}, { serializers: { req: serialiseRequest } }),
    trustProxy: trustedProxies,
    genReqId: ({ headers }) => parseRequestId(headers['x-request-id']) ?? uuidv7(),
    logController: new RequestLog({ requestIdLogLabel: 'request_id' }),
    routerOptions: { ignoreTrailingSlash: true },
    // Does not limit the total time of an upload, only its idle time and its transfer rate.
    requestTimeout: 0,
    connectionTimeout: idleMs,
    forceCloseConnections: 'idle',
    clientErrorHandler: sendRawProblem,
    frameworkErrors: sendProblem,
  })
  // By default, Node ignores all headers after the first 2000, for example a second Host header. Their total size is
  // limited to 16 kB.
  app.server.maxHeadersCount = 0
  // By default, Node itself responds to an unknown `Expect` header without calling any hook, and the body may then
  // arrive forever.
  app.server.on('checkExpectation', (request, response) => {
    app.server.emit('request', request, response)
  })
  app.setValidatorCompiler(compileValidator)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(sendProblem)
  enforceMinBodyRate(app, options.minBodyRate ?? defaultMinBodyRate)
  app.addHook('onRequest', rejectInvalidHost)
  localiseResponses(app)
  addTelemetry(app, options)
  serveProblemPages(app)
  app.addHook('preClose', async () => {
    // Closes idle connections, because their clients would otherwise send requests that this server no longer handles.
    const closing = setInterval(() => app.server.closeIdleConnections(), 50).unref()
    app.server.once('close', () => clearInterval(closing))
    // Transfers that are still running must not keep the process alive.
    setTimeout(() => app.server.closeAllConnections(), shutdownGraceMs).unref()
  })
  return app
}

/** Adds a request ID, metrics and a trace span to each request. */
function addTelemetry(
  app: FastifyInstance,
  { meter = noopMeter, tracer = noopTracer }: Pick<BaseServerOptions, 'meter' | 'tracer'>,
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

/** Returns the request ID in the header, which a caller may supply to correlate logs. */
function parseRequestId(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && uuid.test(header) ? header : undefined
}

function serialiseRequest({ method, url, host, ip }: FastifyRequest): object {
  return { method, url: redactUrl(url), host, remoteAddress: ip }
}

/**
 * Rejects repeated and invalid Host headers (RFC 9112), because a proxy and a server might use different ones, and
 * because absolute URLs contain the host.
 */
async function rejectInvalidHost({ raw, host }: FastifyRequest): Promise<void> {
  const names = raw.rawHeaders.filter((_, index) => index % 2 === 0)
  const isRepeated = names.filter((name) => name.toLowerCase() === 'host').length > 1
  if (!isRepeated && isValidHost(host)) return
  throw new AppError('INVALID_REQUEST', createDetail('invalid_http', {}))
}

/** True for a name or address with an optional port. HTTP allows an empty Host header, and HTTP/1.0 none. */
function isValidHost(host: string | undefined): boolean {
  if (!host) return true
  return /^[\w.:[\]-]+$/.test(host) && parseUrl(`http://${host}`) !== undefined
}
