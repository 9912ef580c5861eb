import { z } from 'zod'

/** What a problem says more exactly than its error code, as data. Only this is stored. */
export const StoredDetail = z.object({
  code: z.string().describe('What it says. Stable: a reworded sentence keeps its code.'),
  params: z.record(z.string(), z.unknown()),
})
export type StoredDetail = z.infer<typeof StoredDetail>

/** The same with its sentence in English, for logs and for callers that show no other language. */
export interface ProblemDetail extends StoredDetail {
  message: string
}
