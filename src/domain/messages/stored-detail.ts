import { z } from 'zod'

/** A detail more specific than an error code, as data. It is stored without its text. */
export const StoredDetail = z.object({
  code: z.string().describe('What it says. Stable: a reworded sentence keeps its code.'),
  params: z.record(z.string(), z.unknown()),
})
export type StoredDetail = z.infer<typeof StoredDetail>

/** A detail with its text, as in the API. */
export const RenderedDetail = StoredDetail.extend({
  message: z.string().describe('In English, or in the language of `Accept-Language`.'),
})

/** A detail with its English text, for logs and for callers without a language. */
export interface ProblemDetail extends StoredDetail {
  message: string
}
