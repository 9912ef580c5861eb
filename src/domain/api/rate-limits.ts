/** Rate limits: a route names the quota it counts towards. */
export interface Budget {
  /** Per owner, however identified. */
  per_minute: number
  /** Per client address over all owners, so that nobody evades the first limit with many sessions. */
  per_minute_and_address: number
}

/** Quotas without a setting. */
export const fixedBudgets = {
  /** Exports of many results as one file. */
  exports: { per_minute: 30, per_minute_and_address: 120 },
  /** Documents read during a mapping trial, while a person waits. */
  trials: { per_minute: 60, per_minute_and_address: 120 },
  /** Routes that fetch a foreign website while a person waits. */
  fetches: { per_minute: 10, per_minute_and_address: 30 },
  mails: { per_minute: 5, per_minute_and_address: 20 },
} as const satisfies Record<string, Budget>

export type BudgetName = 'uploads' | keyof typeof fixedBudgets
export type Budgets = Readonly<Record<BudgetName, Budget>>
