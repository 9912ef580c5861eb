/** Reasons why a user must sign in again, as explained on the sign-in page. */
export const signInProblems = [
  'ended',
  'unreachable',
  'denied',
  'expired',
  'not_allowed',
  'failed',
] as const
export type SignInProblem = (typeof signInProblems)[number]
