import { type SignInProblem, signInProblems } from '../../../domain/values/sign-in-problems.ts'
import { localPath } from '../../../domain/values/local-path.ts'

export interface SignInSearch {
  /** Path of the page to show after the sign-in. */
  next?: string
  problem?: SignInProblem
}

export function parseSignInSearch({ next, problem }: Record<string, unknown>): SignInSearch {
  const known = signInProblems.find((one) => one === problem)
  return {
    ...(typeof next === 'string' && localPath.test(next) && { next }),
    ...(known !== undefined && { problem: known }),
  }
}
