import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Problem } from '../domain/errors.ts'
import type { Route } from '../domain/routes.ts'
import { problemType } from './problems.ts'

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

/** What a handler is given: the request's parts, already checked against the route. */
export interface Asked<R extends Route> {
  params: Parsed<R['params']>
  query: Parsed<R['query']>
  request: FastifyRequest
  reply: FastifyReply
}

type Answer<R extends Route> = R['success']['body'] extends z.ZodType
  ? z.input<R['success']['body']>
  : FastifyReply

/** Serves one route of domain/routes.ts: checked on the way in and out, and described in OpenAPI. */
export function serve<R extends Route>(
  app: FastifyInstance,
  route: R,
  handler: (asked: Asked<R>) => Promise<Answer<R>>,
): void {
  app.route({
    method: route.method,
    url: route.path,
    schema: {
      tags: [route.tag],
      summary: route.summary,
      ...(route.description && { description: route.description }),
      ...(route.params && { params: route.params }),
      ...(route.query && { querystring: route.query }),
      ...(route.form && { body: route.form, consumes: ['multipart/form-data'] }),
      response: {
        [route.success.status]: successSchema(route),
        default: {
          description: 'A problem: `code` says which, `detail` what to do.',
          content: { [problemType]: { schema: Problem } },
        },
      },
    },
    // A form is a stream: documents/receive.ts checks it while it arrives.
    ...(route.form && { validatorCompiler: () => () => true }),
    handler: async (request, reply) => {
      const { params, query } = request as Pick<Asked<R>, 'params' | 'query'>
      reply.code(route.success.status)
      return handler({ params, query, request, reply })
    },
  })
}

function successSchema({ success }: Route): unknown {
  if (success.body !== 'file') return success.body
  const types = success.types ?? ['application/octet-stream']
  return {
    description: 'The file.',
    content: Object.fromEntries(types.map((type) => [type, { schema: z.file() }])),
  }
}
