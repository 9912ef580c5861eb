import { renderError } from '../i18n/render.ts'
import type { ErrorCode } from './app-error.ts'
import type { StoredDetail } from '../messages/stored-detail.ts'
import { type ProblemFields, toProblemType } from './problem.ts'

/**
 * Returns the fields of a problem response. Renders the text from the code and params, so that it cannot leak an
 * error's own message.
 */
export function toProblemFields({
  code,
  detail,
}: {
  code: ErrorCode
  detail?: StoredDetail | null | undefined
}): ProblemFields {
  return {
    type: toProblemType(code),
    code,
    ...(detail && { reason: detail.code, params: detail.params }),
    detail: renderError(code, detail),
  }
}
