import { z } from 'zod'
import { errorRules, type ErrorName } from '../messages/error-rules.ts'

const Code = z.enum(Object.keys(errorRules) as [ErrorName, ...ErrorName[]])

/** Whether a sheet's URL has a newer document. */
export const SheetCheck = z.object({
  job_id: z.uuid(),
  outcome: z
    .enum(['unchanged', 'newer', 'unreachable'])
    .describe('`newer`: the document is being read; its earlier result stays until then.'),
  error: z.object({ code: Code, message: z.string() }).nullable(),
})
export type SheetCheck = z.infer<typeof SheetCheck>
