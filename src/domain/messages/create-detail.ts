import type { Sentences } from './reading-codes.ts'
import type { ProblemDetail } from './stored-detail.ts'

/** Creates an error detail, with its text from one language's sentences. */
export function createDetailFrom<Table, Code extends keyof Table & string>(
  sentences: Sentences<Table>,
  code: Code,
  params: Table[Code],
): ProblemDetail {
  const message = sentences[code](params, 0)
  return { code, params: { ...params } as ProblemDetail['params'], message }
}
