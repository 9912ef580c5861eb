import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { AppError, type Problem, toAppError } from '../domain/errors.ts'

export const problemType = 'application/problem+json'

/** Answers any error with a problem out of the one table. What nobody foresaw goes to the log. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const pointers = pointersOf(error)
  const refused = pointers ? invalid(pointers) : asRefusal(error)
  const { status } = refused.rule
  if (status >= 500) request.log.error({ err: error }, refused.message)
  if (status === 503 || status === 507) reply.header('retry-after', '5')
  // The rest of a body that nobody reads would be taken for the next request.
  if (!request.raw.complete) reply.header('connection', 'close')
  const problem: Problem = {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    code: refused.code,
    detail: refused.message,
    request_id: request.id,
    ...(pointers && { errors: pointers }),
  }
  void reply.code(status).type(problemType).serializer(JSON.stringify).send(problem)
}

type Pointers = NonNullable<Problem['errors']>

function pointersOf(error: unknown): Pointers | undefined {
  if (!hasZodFastifySchemaValidationErrors(error)) return undefined
  return error.validation.map((issue) => ({
    pointer: issue.instancePath,
    detail: issue.message ?? 'is not valid',
  }))
}

function invalid(pointers: Pointers): AppError {
  const list = pointers.map(({ pointer, detail }) => `${pointer.slice(1)}: ${detail}`).join('; ')
  return new AppError('INVALID_REQUEST', `This request is not valid. ${list}.`)
}

/** Fastify refuses some requests by itself (bad JSON, bad URL); those are the sender's fault. */
function asRefusal(error: unknown): AppError {
  const status = (error as FastifyError).statusCode
  if (error instanceof AppError || status === undefined || status >= 500) return toAppError(error)
  return new AppError('INVALID_REQUEST', (error as FastifyError).message, { cause: error })
}
