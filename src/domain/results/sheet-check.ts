import { z } from 'zod'
import { ProblemFields } from '../errors/problem.ts'

/** Whether a sheet's URL has a newer document. */
export const SheetCheck = z.object({
  job_id: z.uuid(),
  outcome: z
    .enum(['unchanged', 'newer', 'unreachable'])
    .describe('`newer`: the document is being read; its earlier result stays until then.'),
  error: ProblemFields.nullable(),
})
export type SheetCheck = z.infer<typeof SheetCheck>
