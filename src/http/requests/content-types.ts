import type { FastifyInstance } from 'fastify'
import { AppError } from '../../domain/errors/app-error.ts'
import type { Route } from '../../domain/api/route.ts'
import { drainBody } from './drain-body.ts'
import { hasBody } from './min-body-rate.ts'
import { createDetail } from '../../domain/i18n/problem-detail.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    takes?: readonly string[]
  }
}

/** Lists the accepted media types; empty if the route takes no body. */
export function acceptedTypes({ form, json, body, text }: Route): string[] {
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

/** Rejects requests with other media types before their body is parsed. */
export function rejectOtherTypes(
  app: FastifyInstance,
  { maxUploadBytes }: { maxUploadBytes: number },
): void {
  app.addHook('onRequest', async (request) => {
    const { takes = [] } = request.routeOptions.config
    const mediaType = request.mediaType
    if (takes.length === 0 || !hasBody(request) || takes.includes(mediaType ?? '')) return
    await drainBody(request, maxUploadBytes)
    const wanted = takes.map((type) => names[type] ?? type).join(' or ')
    const params = { wanted, given: mediaType?.slice(0, 60) || null }
    throw new AppError('UNSUPPORTED_TYPE', createDetail('content_type_wrong', params))
  })
}
