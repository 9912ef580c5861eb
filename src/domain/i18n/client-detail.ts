import { createDetailFrom } from '../messages/create-detail.ts'
import { clientProblems } from './en/client-problems.ts'
import type { ClientProblemCode, ClientProblemParams } from '../messages/problem-codes.ts'
import type { ProblemDetail } from '../messages/stored-detail.ts'

/** Creates a detail in the browser, which does not load the other messages at first. */
export function createClientDetail<C extends ClientProblemCode>(
  code: C,
  params: ClientProblemParams[C],
): ProblemDetail {
  return createDetailFrom(clientProblems, code, params)
}
