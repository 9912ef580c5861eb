import { z } from 'zod'
import type { ErrorRule } from './error-rule.ts'
import { errorRules } from './error-rules.ts'

export type ErrorCode = keyof typeof errorRules
export const ErrorCode = z.enum(Object.keys(errorRules) as [ErrorCode, ...ErrorCode[]])

export interface AppErrorOptions extends ErrorOptions {
  /** How long whoever refused asked us to wait. */
  retryAfterSeconds?: number | undefined
  /** What exactly is wrong, place by place. */
  errors?: Fault[] | undefined
  status?: number | undefined
  request_id?: string | undefined
}

/** A place in what was sent, as a JSON pointer, and what is wrong there. */
export interface Fault {
  pointer: string
  detail: string
}

/** The only error Docket throws on purpose. `message` is for the person who asked, `cause` for the log. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly retryAfterSeconds: number | undefined
  readonly errors: Fault[] | undefined
  /** Of the answer that said so; undefined where none came. */
  readonly status: number | undefined
  /** What finds it in the log of the server that said so. */
  readonly request_id: string | undefined

  constructor(code: ErrorCode, message?: string, options: AppErrorOptions = {}) {
    super(message ?? errorRules[code].message, options)
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

/** Whatever was thrown, as an AppError: what nobody foresaw is `UNKNOWN`, with the original as cause. */
export function toAppError(thrown: unknown): AppError {
  return thrown instanceof AppError ? thrown : new AppError('UNKNOWN', undefined, { cause: thrown })
}
