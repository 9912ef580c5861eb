import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { uuidv7 } from 'uuidv7'
import { AppError, toAppError } from '../../domain/errors/errors.ts'
import type { Problem } from '../../domain/errors/problem.ts'

export const problemType = 'application/problem+json'

/** Answers any error with a problem out of the one table. What nobody foresaw goes to the log. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const pointers = pointersOf(error)
  const refused = pointers ? invalid(pointers) : asRefusal(error)
  const { status } = refused.rule
  if (status >= 500) request.log.error({ err: error }, refused.message)
  const isPassing = status === 503 || status === 507
  const wait = refused.retryAfterSeconds ?? (isPassing ? 5 : undefined)
  if (wait !== undefined) reply.header('retry-after', wait)
  // The rest of a body that nobody reads would be taken for the next request.
  if (!request.raw.complete) reply.header('connection', 'close')
  const errors = pointers ?? refused.errors
  const problem = { ...problemOf(refused, request.id), ...(errors && { errors }) }
  void reply.code(status).type(problemType).serializer(JSON.stringify).send(problem)
}

/** Answers what is not even a request: the parser gave up on it, so there is only the socket. */
export function sendRawProblem(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  const refused = whyNoRequest(error)
  const { status } = refused.rule
  const body = JSON.stringify(problemOf(refused, uuidv7()))
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n` +
      `Content-Type: ${problemType}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}

function whyNoRequest({ code }: NodeJS.ErrnoException): AppError {
  if (code === 'HPE_INVALID_EOF_STATE') return new AppError('BROKEN_UPLOAD')
  if (code === 'HPE_HEADER_OVERFLOW') return new AppError('HEADERS_TOO_LARGE')
  return new AppError('INVALID_REQUEST', 'This is not a valid HTTP request.')
}

function problemOf({ code, message, rule }: AppError, request_id: string): Problem {
  const { status } = rule
  const title = STATUS_CODES[status] ?? 'Error'
  return { type: 'about:blank', title, status, code, detail: message, request_id }
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

const tooLarge = 'The body of this request is too large. Send it in smaller parts.'

/** Fastify refuses some requests by itself (bad JSON, bad URL); those are the sender's fault. */
function asRefusal(error: unknown): AppError {
  const { statusCode: status, message } = error as FastifyError
  if (error instanceof AppError || status === undefined || status >= 500) return toAppError(error)
  if (status === 413) return new AppError('TOO_LARGE', tooLarge, { cause: error })
  if (status === 415) return new AppError('UNSUPPORTED_TYPE', undefined, { cause: error })
  return new AppError('INVALID_REQUEST', message, { cause: error })
}
