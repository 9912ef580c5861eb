import type { ErrorCode } from '../../domain/errors/errors.ts'
import type { ProblemDetail, StoredDetail } from '../../domain/messages/stored-detail.ts'

/** Why a job failed or is retried. */
export interface JobFailure {
  code: ErrorCode
  detail?: ProblemDetail | undefined
}

/** Returns the part of a failure that is stored besides its code: data, not text. */
export function storedDetail({ detail }: JobFailure): StoredDetail | null {
  return detail ? { code: detail.code, params: detail.params } : null
}
