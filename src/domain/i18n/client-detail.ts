import { createDetailFrom } from '../messages/create-detail.ts'
import { clientProblems } from './en/client-problems.ts'
import type { ClientProblemCode, ClientProblemParams } from '../messages/problem-codes.ts'
import type { ProblemDetail } from '../messages/stored-detail.ts'

/** Creates an error detail in the browser, which loads the other messages later. */
export function createClientDetail<C extends ClientProblemCode>(
  code: C,
  params: ClientProblemParams[C],
): ProblemDetail {
  return createDetailFrom(clientProblems, code, params)
}
