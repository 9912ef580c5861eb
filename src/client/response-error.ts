import { AppError, type AppErrorOptions, toStoredError } from '../domain/errors/app-error.ts'
import { parseJson } from '../domain/values/json.ts'
import { type Problem, parseProblem } from '../domain/errors/problem.ts'
import { createClientDetail } from '../domain/i18n/client-detail.ts'

/** Converts an error response to an `AppError`. The response may come from a proxy instead of Docket. */
export async function readError(response: Response): Promise<AppError> {
  const { status, headers } = response
  const problem = parseProblem(parseJson(await response.text()))
  const options = {
    status,
    request_id: problem?.request_id ?? headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: parseRetryAfter(headers.get('retry-after')),
    errors: problem?.errors,
  }
  if (problem) return problemError(problem, options)
  if (status === 413) return new AppError('TOO_LARGE', undefined, options)
  if (status === 429) return new AppError('RATE_LIMITED', undefined, options)
  if (!isTransientStatus(status)) return notDocketError(status, options)
  return new AppError('UNAVAILABLE', createClientDetail('server_status', { status }), options)
}

/** Creates an error with the code and details from a problem response. */
export function problemError(
  { code, reason, params, detail }: Pick<Problem, 'code' | 'reason' | 'params' | 'detail'>,
  options: AppErrorOptions = {},
): AppError {
  const known = reason === undefined ? null : { code: reason, params: params ?? {} }
  return toStoredError(code, known, detail, options)
}

/** True for statuses that may be temporary, because they do not depend on the request itself. */
export function isTransientStatus(status: number): boolean {
  return status === 429 || status === 502 || status === 503 || status === 504
}

export function notDocketError(status: number, options: AppErrorOptions): AppError {
  return new AppError('NOT_DOCKET', createClientDetail('not_docket', { status }), {
    status,
    ...options,
  })
}

/**
 * Creates the error for a server that does not respond. Names the server, unless it is the current page's own server.
 */
export function unreachableError(cause: unknown, baseUrl = ''): AppError {
  const why =
    baseUrl === ''
      ? createClientDetail('unreachable', {})
      : createClientDetail('server_unreachable', { address: baseUrl })
  return new AppError('UNAVAILABLE', why, { cause })
}

export function baseUrlError(baseUrl: string): AppError {
  const why =
    baseUrl === ''
      ? createClientDetail('address_missing', {})
      : createClientDetail('address_invalid', { address: baseUrl })
  return new AppError('BAD_SETTING', why)
}

export function missingParamError(name: string, path: string): AppError {
  return new AppError('INVALID_REQUEST', createClientDetail('path_param_missing', { name, path }))
}

/** Returns the seconds to wait from a `Retry-After` header, which is a number or an HTTP date. */
export function parseRetryAfter(header: string | null, now = Date.now()): number | undefined {
  if (header === null || header.trim() === '') return undefined
  const seconds = Number(header)
  if (!Number.isNaN(seconds)) return Math.max(0, seconds)
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now) / 1000)
}
