import { clientProblems } from './en/client-problems.ts'
import type { ClientProblemCode, ClientProblemParams } from '../messages/problem-codes.ts'
import type { ProblemDetail } from '../messages/stored-detail.ts'

/** A detail that a browser may have to render itself. The other sentences are not part of the first load. */
export function clientDetail<C extends ClientProblemCode>(
  code: C,
  params: ClientProblemParams[C],
): ProblemDetail {
  const message = clientProblems[code](params, 0)
  return { code, params: { ...params } as ProblemDetail['params'], message }
}
