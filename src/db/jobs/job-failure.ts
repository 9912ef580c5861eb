import type { ErrorCode } from '../../domain/errors/app-error.ts'
import type { ProblemDetail, StoredDetail } from '../../domain/messages/stored-detail.ts'

/** Why a job failed or is retried. */
export interface JobFailure {
  code: ErrorCode
  detail?: ProblemDetail | undefined
}

/** Returns the stored part of a failure's detail: its code and parameters, not the rendered message. */
export function storedDetail({ detail }: JobFailure): StoredDetail | null {
  return detail ? { code: detail.code, params: detail.params } : null
}
