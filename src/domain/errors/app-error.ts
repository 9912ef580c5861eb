import { z } from 'zod'
import type { ErrorRule } from '../messages/error-rule.ts'
import { errors as errorMessages } from '../i18n/en/errors.ts'
import type { ProblemDetail, StoredDetail } from '../messages/stored-detail.ts'
import { type ErrorName, errorRules } from '../messages/error-codes.ts'

export type ErrorCode = ErrorName
export const ErrorCode = z.enum(Object.keys(errorRules) as [ErrorCode, ...ErrorCode[]])

export interface AppErrorOptions extends ErrorOptions {
  /** Delay requested by the other server in `Retry-After`. */
  retryAfterSeconds?: number | undefined
  /** Details of each fault and its position. */
  errors?: Fault[] | undefined
  status?: number | undefined
  request_id?: string | undefined
  /** The server's text, used instead of the client's own text. */
  text?: string | undefined
}

/** A fault in the request body, with a JSON pointer to its position. */
export interface Fault {
  pointer: string
  /** In English. */
  detail: string
  code?: string | undefined
  /** Path of the field, if the pointer identifies only a line. */
  path?: string | undefined
  params?: Record<string, unknown> | undefined
}

/** Creates a fault at one position, with its text. */
export function fault(
  pointer: string,
  { code, params, message, path }: ProblemDetail & { path?: string | null },
): Fault {
  return { pointer, detail: message, code, ...(path && { path }), params }
}

/** The only error that Docket throws deliberately. `message` is for the user, `cause` for the log. */
export class AppError extends Error {
  /** The name under which the client package exports this class. */
  override readonly name = 'DocketError'
  readonly code: ErrorCode
  /** A detail more specific than the code, in a form that can be translated. */
  readonly detail: ProblemDetail | undefined
  readonly retryAfterSeconds: number | undefined
  readonly errors: Fault[] | undefined
  /** Response status, or undefined if there was no response. */
  readonly status: number | undefined
  /** Request ID, for finding the request in the server log. */
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
 * An error for the administrator, shown in English on the console if a process cannot start or if a required file is
 * missing or invalid.
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

/** Converts anything thrown to an AppError. Unexpected errors become `UNKNOWN` with the original as cause. */
export function toAppError(thrown: unknown): AppError {
  return thrown instanceof AppError ? thrown : new AppError('UNKNOWN', undefined, { cause: thrown })
}
