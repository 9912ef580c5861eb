import { z } from 'zod'
import type { ErrorRule } from '../messages/error-rule.ts'
import { errors as errorMessages } from '../i18n/en/errors.ts'
import type { ProblemDetail, StoredDetail } from '../messages/stored-detail.ts'
import { type ErrorName, errorRules } from '../messages/error-rules.ts'

export type ErrorCode = ErrorName
export const ErrorCode = z.enum(Object.keys(errorRules) as [ErrorCode, ...ErrorCode[]])

export interface AppErrorOptions extends ErrorOptions {
  /** Wait requested by the other server (Retry-After). */
  retryAfterSeconds?: number | undefined
  /** Error details by position. */
  errors?: Fault[] | undefined
  status?: number | undefined
  request_id?: string | undefined
  /** Text rendered by the server, which replaces our own. */
  text?: string | undefined
}

/** A problem in the request body, with a JSON pointer to its position. */
export interface Fault {
  pointer: string
  /** In English. */
  detail: string
  code?: string | undefined
  /** The field, if the pointer only identifies a line. */
  path?: string | undefined
  params?: Record<string, unknown> | undefined
}

/** Creates a problem at one position, with its text. */
export function fault(
  pointer: string,
  { code, params, message, path }: ProblemDetail & { path?: string | null },
): Fault {
  return { pointer, detail: message, code, ...(path && { path }), params }
}

/** The only error that Docket throws on purpose. `message` is for the user, `cause` for the log. */
export class AppError extends Error {
  /** The name under which the client package exports this class. */
  override readonly name = 'DocketError'
  readonly code: ErrorCode
  /** A detail more specific than the code, as data. */
  readonly detail: ProblemDetail | undefined
  readonly retryAfterSeconds: number | undefined
  readonly errors: Fault[] | undefined
  /** Response status; undefined if there was no response. */
  readonly status: number | undefined
  /** Request id for the server log. */
  readonly request_id: string | undefined

  constructor(code: ErrorCode, detail?: ProblemDetail, options: AppErrorOptions = {}) {
    super(options.text ?? detail?.message ?? errorMessages[code], options)
    this.detail = detail
    this.code = code
    this.retryAfterSeconds = options.retryAfterSeconds
    this.errors = options.errors
    this.status = options.status
    this.request_id = options.request_id
  }

  get rule(): ErrorRule {
    return errorRules[this.code]
  }
}

/**
 * An error for the administrator, shown in English on the console when a process cannot start, or a file it needs is missing or invalid.
 */
export class StartupError extends AppError {
  constructor(
    code: 'BAD_SETTING' | 'CANNOT_START',
    sentence: string | undefined,
    options: ErrorOptions = {},
  ) {
    super(code, undefined, { ...options, text: sentence })
  }
}

/** Returns the error as stored with a job or sent in a response. */
export function toStoredError(
  code: ErrorCode,
  detail: StoredDetail | null | undefined,
  message: string,
  options: AppErrorOptions = {},
): AppError {
  return new AppError(code, detail ? { ...detail, message } : undefined, {
    ...options,
    text: message,
  })
}

/** Converts anything thrown to an AppError; unexpected errors become `UNKNOWN` with the original as cause. */
export function toAppError(thrown: unknown): AppError {
  return thrown instanceof AppError ? thrown : new AppError('UNKNOWN', undefined, { cause: thrown })
}
