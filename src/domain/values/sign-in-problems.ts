/** Reasons why a user must sign in again, which the sign-in page explains. */
export const signInProblems = [
  'ended',
  'unreachable',
  'denied',
  'expired',
  'not_allowed',
  'failed',
] as const
export type SignInProblem = (typeof signInProblems)[number]
