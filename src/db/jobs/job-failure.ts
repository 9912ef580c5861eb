import type { ErrorCode } from '../../domain/errors/errors.ts'
import type { ProblemDetail, StoredDetail } from '../../domain/messages/stored-detail.ts'

/** Why a job failed, or is tried again. */
export interface JobFailure {
  code: ErrorCode
  detail?: ProblemDetail | undefined
}

/** What of a failure is stored beside its code: no sentence. */
export function storedDetail({ detail }: JobFailure): StoredDetail | null {
  return detail ? { code: detail.code, params: detail.params } : null
}
