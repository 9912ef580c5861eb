import type { z } from 'zod'
import { renderError } from '../i18n/render.ts'
import type { AppError } from './errors.ts'
import type { ProblemFields } from './problem.ts'

/**
 * Returns the fields for a problem response. The text is rendered from the code and params, so an error's own text
 * cannot leak.
 */
export function toProblemFields({ code, detail }: AppError): z.infer<typeof ProblemFields> {
  return {
    code,
    ...(detail && { reason: detail.code, params: detail.params }),
    detail: renderError(code, detail),
  }
}
