import { AppError, type AppErrorOptions } from '../domain/errors/errors.ts'
import { parseJson } from '../domain/values/json.ts'
import { problemIn } from '../domain/errors/problem.ts'

/** Converts an error response to an `AppError`; a proxy may have answered instead of Docket. */
export async function readError(response: Response): Promise<AppError> {
  const { status, headers } = response
  const { code, detail, errors, request_id } = problemIn(parseJson(await response.text())) ?? {}
  const options = {
    status,
    request_id: request_id ?? headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: parseRetryAfter(headers.get('retry-after')),
    errors,
  }
  if (code !== undefined) return new AppError(code, detail, options)
  if (status === 413) return new AppError('TOO_LARGE', undefined, options)
  if (status === 429) return new AppError('RATE_LIMITED', undefined, options)
  if (!isTransientStatus(status)) return notDocketError(status, options)
  const sentence = `The server answered ${status}. Please try again in a moment.`
  return new AppError('UNAVAILABLE', sentence, options)
}

/** Statuses that do not depend on the request itself. */
export function isTransientStatus(status: number): boolean {
  return status === 429 || status === 502 || status === 503 || status === 504
}

export function notDocketError(status: number, options: AppErrorOptions): AppError {
  const sentence = `What answered (with ${status}) does not look like a Docket. Check the address.`
  return new AppError('NOT_DOCKET', sentence, { status, ...options })
}

export function unreachableError(cause: unknown): AppError {
  const sentence = 'Docket cannot be reached. Check the connection.'
  return new AppError('UNAVAILABLE', sentence, { cause })
}

export function baseUrlError(baseUrl: string): AppError {
  const sentence =
    baseUrl === ''
      ? 'Nobody said where Docket is. Give its address as baseUrl, e.g. http://127.0.0.1:3000.'
      : `"${baseUrl}" is not the address of a server. It has to begin with http:// or https://, e.g. http://127.0.0.1:3000.`
  return new AppError('BAD_SETTING', sentence)
}

/** Seconds from a `Retry-After` header, given as a number or an HTTP date. */
export function parseRetryAfter(header: string | null, now = Date.now()): number | undefined {
  if (header === null || header.trim() === '') return undefined
  const seconds = Number(header)
  if (!Number.isNaN(seconds)) return Math.max(0, seconds)
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now) / 1000)
}
