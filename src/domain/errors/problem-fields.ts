import { renderError } from '../i18n/render.ts'
import type { ErrorCode } from './errors.ts'
import type { StoredDetail } from '../messages/stored-detail.ts'
import { type ProblemFields, toProblemType } from './problem.ts'

/**
 * Returns the fields for a problem response. The text is rendered from the code and params, so an error's own text
 * cannot leak.
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
