import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../domain/errors/errors.ts'
import type { Route } from '../../domain/api/route.ts'
import { passOver } from './drain-body.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    takes?: readonly string[]
  }
}

/** The types of body that a route takes; none where it asks for no body. */
export function typesTaken({ form, json, body, text }: Route): string[] {
  return [
    ...(form ? ['multipart/form-data'] : []),
    ...((json ?? body) ? ['application/json'] : []),
    ...(text === undefined ? [] : [text]),
  ]
}

const names: Record<string, string> = {
  'multipart/form-data': 'a form (multipart/form-data, with the PDF as its field "file")',
  'application/json': 'JSON (application/json)',
  'text/csv': 'a table (text/csv)',
}

/** Refuses a body of a type that the route does not take, before anything looks into it. */
export function refuseOtherTypes(
  app: FastifyInstance,
  { maxUploadBytes }: { maxUploadBytes: number },
): void {
  app.addHook('onRequest', async (request) => {
    const { takes = [] } = request.routeOptions.config
    const given = request.mediaType
    if (takes.length === 0 || !hasBody(request) || takes.includes(given ?? '')) return
    await passOver(request, maxUploadBytes)
    const wanted = takes.map((type) => names[type] ?? type).join(' or ')
    const came = given ? `as ${given.slice(0, 60)}` : 'without a Content-Type'
    throw new AppError('UNSUPPORTED_TYPE', `Send ${wanted}. This body came ${came}.`)
  })
}

function hasBody({ headers }: FastifyRequest): boolean {
  const length = headers['content-length']
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0')
}
