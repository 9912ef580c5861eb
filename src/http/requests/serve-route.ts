import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { bodyLimit } from '../../domain/api/body-limits.ts'
import { createListLimitCheck } from '../../domain/api/list-limits.ts'
import { createInvalidFieldsError } from '../../domain/errors/invalid-fields.ts'
import { listFaults } from '../../domain/messages/fault.ts'
import { Problem } from '../../domain/errors/problem.ts'
import { getBudget, getRequiredAccess, type Route } from '../../domain/api/route.ts'
import { acceptedTypes } from './content-types.ts'
import { compileValidator } from './validator.ts'
import { problemType } from '../responses/problems.ts'

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

/** Validated parts of the request. */
export interface RouteInput<R extends Route> {
  params: Parsed<R['params']>
  query: Parsed<R['query']>
  body: Parsed<R['body']>
  /** The JSON body; undefined if a form was sent instead. */
  json: Parsed<R['json']> | undefined
  request: FastifyRequest
  reply: FastifyReply
}

type RouteResult<R extends Route> = R['success']['body'] extends z.ZodType
  ? z.input<R['success']['body']>
  : R['success']['body'] extends 'nothing'
    ? void
    : FastifyReply

export type RouteHandler<R extends Route> = (
  input: RouteInput<R>,
) => Promise<RouteResult<R> | FastifyReply>

/**
 * Registers a route from domain/api/routes/routes.ts, with its OpenAPI description. Validates requests and responses.
 */
export function serveRoute<R extends Route>(
  app: FastifyInstance,
  route: R,
  handler: RouteHandler<R>,
): void {
  app.route({
    method: route.method,
    url: route.path,
    bodyLimit: bodyLimit(route),
    config: {
      access: getRequiredAccess(route),
      acceptsTicket: route.acceptsTicket ?? false,
      worksWithoutDatabase: route.worksWithoutDatabase ?? false,
      budget: getBudget(route),
      requiresDiskSpace: route.requiresDiskSpace ?? false,
      isUpload: route.form !== undefined,
      takes: acceptedTypes(route),
    },
    schema: {
      tags: [route.tag],
      summary: route.summary,
      ...(route.description && { description: route.description }),
      ...(route.successor && { deprecated: true }),
      ...(route.access === 'public' && { security: [] }),
      ...(route.params && { params: route.params }),
      querystring: toQuerySchema(route),
      ...(route.body && { body: route.body }),
      ...(route.text && { body: z.string(), consumes: [route.text] }),
      ...(route.form && { body: route.form, consumes: ['multipart/form-data'] }),
      response: {
        [route.success.status]: successSchema(route),
        default: {
          description: 'A problem. `code` identifies it, and `detail` says what to do.',
          content: { [problemType]: { schema: Problem } },
        },
      },
    },
    preValidation:
      acceptedTypes(route).length > 0 || route.acceptsUnknown ? limitSizes(route) : rejectFields,
    ...(route.form && { validatorCompiler: formValidators(route.json) }),
    handler: async (request, reply) => {
      const { params, query, body } = request as Pick<RouteInput<R>, 'params' | 'query' | 'body'>
      const json = (route.json && request.body) as RouteInput<R>['json']
      reply.code(route.success.status)
      if (route.successor) deprecate(reply, route.successor)
      return handler({ params, query, body, json, request, reply })
    },
  })
}

function toQuerySchema({ query = z.object({}), acceptsUnknown = false }: Route): z.ZodObject {
  return acceptsUnknown ? query : query.strict()
}

/** Rejects lists and objects with too many elements before their elements are validated. */
function limitSizes({ body, json }: Route) {
  const schema = body ?? json
  const check = schema && createListLimitCheck(schema)
  return async (request: FastifyRequest): Promise<void> => {
    if (body) request.body ??= {}
    const fault = request.mediaType === 'multipart/form-data' ? undefined : check?.(request.body)
    if (fault) throw createInvalidFieldsError([fault])
  }
}

const noFields = z.strictObject({})

/** Rejects a body with fields on a route that takes none. Accepts `{}`, because generated clients send it. */
async function rejectFields({ body }: FastifyRequest): Promise<void> {
  if (typeof body !== 'object' || body === null) return
  const { error } = noFields.safeParse(body)
  if (error) throw createInvalidFieldsError(listFaults(error, body))
}

const deprecatedSince = Date.UTC(2026, 10, 15) / 1000

/** Adds the Deprecation header (RFC 9745) and a link to the successor. */
function deprecate(reply: FastifyReply, successor: string): void {
  reply
    .header('deprecation', `@${deprecatedSince}`)
    .header('link', `<${successor}>; rel="successor-version"`)
}

/** Validates the body with the JSON schema, and all other parts of the request with their own schemas. */
function formValidators(json: z.ZodObject | undefined) {
  return (part: { httpPart?: string }) =>
    part.httpPart === 'body'
      ? bodyValidator(json)
      : compileValidator(part as Parameters<typeof compileValidator>[0])
}

/** Validates a JSON body. A form is a stream, which intake/receive.ts validates as it arrives. */
function bodyValidator(json: z.ZodObject | undefined) {
  const validate = json && compileValidator({ schema: json, method: '', url: '' })
  return (body: unknown) => validate === undefined || body === null || validate(body)
}

function successSchema({ success }: Route): unknown {
  if (success.body === 'nothing') return z.undefined().describe('Done.')
  if (success.body !== 'file') return success.body
  const types = (success.types ?? ['application/octet-stream']).map((type) =>
    type.replace(/;.*/, ''),
  )
  return {
    description: 'The file.',
    content: Object.fromEntries(types.map((type) => [type, { schema: fileSchema(type) }])),
  }
}

function fileSchema(type: string): z.ZodType {
  if (type === 'application/json') return z.looseObject({})
  return /^text\/|xml$/.test(type) ? z.string() : z.file()
}
