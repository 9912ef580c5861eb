import { z } from 'zod'
import type { ErrorRule } from '../messages/error-rule.ts'
import { errors as errorMessages } from '../i18n/en/errors.ts'
import type { ProblemDetail, StoredDetail } from '../messages/stored-detail.ts'
import { type ErrorName, errorRules } from '../messages/error-rules.ts'

export type ErrorCode = ErrorName
export const ErrorCode = z.enum(Object.keys(errorRules) as [ErrorCode, ...ErrorCode[]])

export interface AppErrorOptions extends ErrorOptions {
  /** The wait that the other server asked for. */
  retryAfterSeconds?: number | undefined
  /** What exactly is wrong, place by place. */
  errors?: Fault[] | undefined
  status?: number | undefined
  request_id?: string | undefined
  /** The sentence as the server rendered it, in place of our own. */
  text?: string | undefined
}

/** A place in what was sent, as a JSON pointer, and what is wrong there. */
export interface Fault {
  pointer: string
  /** In English. */
  detail: string
  code?: string | undefined
  params?: Record<string, unknown> | undefined
}

/** What is wrong at one place, with its text. */
export function fault(pointer: string, { code, params, message }: ProblemDetail): Fault {
  return { pointer, detail: message, code, params }
}

/** The only error Docket throws on purpose. `message` is for the person who asked, `cause` for the log. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  /** What it says more exactly than the code, as data. */
  readonly detail: ProblemDetail | undefined
  readonly retryAfterSeconds: number | undefined
  readonly errors: Fault[] | undefined
  /** Of the answer that said so; undefined where none came. */
  readonly status: number | undefined
  /** What finds it in the log of the server that said so. */
  readonly request_id: string | undefined

  constructor(code: ErrorCode, detail?: ProblemDetail | string, options: AppErrorOptions = {}) {
    const known = typeof detail === 'string' ? uncoded(detail) : detail
    super(options.text ?? known?.message ?? errorMessages[code], options)
    this.detail = known
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

/** A sentence that no table has, e.g. of another program. */
function uncoded(text: string): ProblemDetail {
  return { code: 'other', params: { text }, message: text }
}

/** The error that is stored with a job, or that an answer names. */
export function storedError(
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

/** Whatever was thrown, as an AppError: what nobody foresaw is `UNKNOWN`, with the original as cause. */
export function toAppError(thrown: unknown): AppError {
  return thrown instanceof AppError ? thrown : new AppError('UNKNOWN', undefined, { cause: thrown })
}
