import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { uuidv7 } from 'uuidv7'
import { AppError, toAppError } from '../../domain/errors/app-error.ts'
import type { Problem } from '../../domain/errors/problem.ts'
import { toProblemFields } from '../../domain/errors/problem-fields.ts'
import { createDetail } from '../../domain/i18n/problem-detail.ts'

export const problemType = 'application/problem+json'

/** Converts any error to a problem response (RFC 9457) and logs unexpected errors. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const appError = toRequestError(error, request.routeOptions.bodyLimit)
  const { status } = appError.rule
  if (status >= 500 && !isExpected(appError)) request.log.error({ err: error }, appError.message)
  const isTransient = status === 503 || status === 507
  const wait = appError.retryAfterSeconds ?? (isTransient ? 5 : undefined)
  if (wait !== undefined) reply.header('retry-after', wait)
  // If the connection stayed open, the unread part of the body would be parsed as the next request.
  if (!request.raw.complete) reply.header('connection', 'close')
  const { errors } = appError
  const problem = { ...toProblem(appError, request.id), ...(errors && { errors }) }
  void reply.code(status).type(problemType).serializer(JSON.stringify).send(problem)
}

/**
 * True if the server rejected a request because all slots are taken. An attacker can cause thousands of these, so they
 * appear only as the status in the request log.
 */
function isExpected({ code }: AppError): boolean {
  return code === 'BUSY' || code === 'TOO_MANY_STREAMS'
}

/** Responds to a request that is not valid HTTP, for which Node provides only the socket. */
export function sendRawProblem(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  const appError = toParseError(error)
  const { status } = appError.rule
  const body = JSON.stringify(toProblem(appError, uuidv7()))
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n` +
      `Content-Type: ${problemType}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}

function toParseError({ code }: NodeJS.ErrnoException): AppError {
  if (code === 'HPE_INVALID_EOF_STATE') return new AppError('BROKEN_UPLOAD')
  if (code === 'HPE_HEADER_OVERFLOW') return new AppError('HEADERS_TOO_LARGE')
  return new AppError('INVALID_REQUEST', createDetail('invalid_http', {}))
}

function toProblem(error: AppError, request_id: string): Problem {
  const { status } = error.rule
  const title = STATUS_CODES[status] ?? 'Error'
  return { title, status, ...toProblemFields(error), request_id }
}

/** Converts an error. Fastify itself rejects invalid JSON and URLs, which are client errors. */
function toRequestError(error: unknown, most_bytes: number): AppError {
  const { statusCode: status, code } = error as FastifyError
  if (error instanceof AppError || status === undefined || status >= 500) return toAppError(error)
  if (status === 413)
    return new AppError('TOO_LARGE', createDetail('body_too_large', { most_bytes }), {
      cause: error,
    })
  if (status === 415) return new AppError('UNSUPPORTED_TYPE', undefined, { cause: error })
  const reason = error instanceof SyntaxError ? 'body_not_json' : fastifyReasons[code]
  return new AppError('INVALID_REQUEST', createDetail(reason ?? 'invalid_http', {}), {
    cause: error,
  })
}

const fastifyReasons: Partial<Record<string, 'body_empty' | 'body_not_json' | 'url_invalid'>> = {
  FST_ERR_CTP_EMPTY_JSON_BODY: 'body_empty',
  FST_ERR_CTP_INVALID_JSON_BODY: 'body_not_json',
  FST_ERR_BAD_URL: 'url_invalid',
}
