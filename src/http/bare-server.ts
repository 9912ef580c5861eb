import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { uuidv7 } from 'uuidv7'
import { sendProblem, sendRawProblem } from './problems.ts'

interface Listening {
  /** A connection on which nothing moves for so long is given up. */
  idleMs: number
  /** How long those who are served when the server closes have until they are cut off. */
  lastCallMs: number
  /** Addresses of proxies that are believed about where a request comes from. */
  trustedProxies?: string[]
}

/** Connections that may wait to be accepted: with Node's 511, a thousand at once would see some reset. */
export const backlog = 4096

/** What all our servers have in common. */
export function bareServer(
  { idleMs, lastCallMs, trustedProxies = [] }: Listening,
  log: FastifyBaseLogger,
): FastifyInstance {
  const app = Fastify({
    loggerInstance: log.child({}, { serializers: { req: loggedRequest } }),
    trustProxy: trustedProxies,
    genReqId: () => uuidv7(),
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
  app.addHook('preClose', async () => {
    // Whoever still sends or fetches then would keep the process from ending.
    setTimeout(() => app.server.closeAllConnections(), lastCallMs).unref()
  })
  return app
}

/** Tickets and codes of links open something: whoever reads the log must not. */
function loggedRequest({ method, url, host, ip }: FastifyRequest): object {
  const shown = url.replace(/([?&]ticket=)[^&]+/g, '$1…').replace(/(\/result\/)[^/?]+/, '$1…')
  return { method, url: shown, host, remoteAddress: ip }
}
