import { createDetailFrom } from '../messages/create-detail.ts'
import { problems } from './en/problems.ts'
import type { ProblemCode, ProblemParams } from '../messages/problem-codes.ts'
import type { ProblemDetail } from '../messages/stored-detail.ts'

/** Creates an error detail with its English text. */
export function createDetail<C extends ProblemCode>(
  code: C,
  params: ProblemParams[C],
): ProblemDetail {
  return createDetailFrom(problems, code, params)
}
