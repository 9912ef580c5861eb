import { AppError } from '../domain/errors.ts'
import { parseJson } from '../domain/json.ts'
import { problemIn } from '../domain/problem.ts'

/** What the server said, as the error it meant. Something in between may have answered in its place. */
export function refusalOf(status: number, body: string, retryAfterSeconds?: number): AppError {
  const options = retryAfterSeconds === undefined ? {} : { retryAfterSeconds }
  const problem = problemIn(parseJson(body))
  if (problem) {
    const { code, detail, errors } = problem
    return new AppError(code, detail, { ...options, ...(errors && { errors }) })
  }
  if (status === 413) return new AppError('TOO_LARGE')
  const sentence = `The server answered ${status}. Please try again in a moment.`
  return new AppError('UNAVAILABLE', sentence, options)
}

export function unreachable(cause: unknown): AppError {
  const sentence = 'Docket cannot be reached. Check the connection.'
  return new AppError('UNAVAILABLE', sentence, { cause })
}

/** Seconds that `Retry-After` asks for, be they given as a number or as a date. */
export function secondsAsked(header: string | null, now = Date.now()): number | undefined {
  if (header === null || header.trim() === '') return undefined
  const seconds = Number(header)
  if (!Number.isNaN(seconds)) return Math.max(0, seconds)
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now) / 1000)
}
