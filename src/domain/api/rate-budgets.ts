/** A rate limit. Each route names the budget that its requests count towards. */
export interface Budget {
  /** Limit per owner, regardless of how they authenticate. */
  per_minute: number
  /** Limit per client address across all owners, so that nobody evades the per-owner limit with many sessions. */
  per_minute_and_address: number
}

/** Rate limits that are not configurable. */
export const fixedBudgets = {
  /** Exports that merge many results into one file. */
  exports: { per_minute: 30, per_minute_and_address: 120 },
  /** Documents read for a mapping test while the user waits. */
  trials: { per_minute: 60, per_minute_and_address: 120 },
  /** Requests that make Docket fetch an external website while the user waits. */
  fetches: { per_minute: 10, per_minute_and_address: 30 },
  mails: { per_minute: 5, per_minute_and_address: 20 },
  /** Requests that make Docket call a webhook or callback URL. */
  deliveries: { per_minute: 30, per_minute_and_address: 60 },
  links: { per_minute: 30, per_minute_and_address: 120 },
  /** Table imports, each of which may keep the server or the database busy for up to a second. */
  imports: { per_minute: 20, per_minute_and_address: 60 },
  /** Requests that change up to a thousand jobs, for which the queue is locked. */
  'bulk-changes': { per_minute: 60, per_minute_and_address: 240 },
  /** All other requests that may change something, so that nobody can fill the database or keep it busy. */
  changes: { per_minute: 1200, per_minute_and_address: 6000 },
  'sign-ins': { per_minute: 20, per_minute_and_address: 20 },
} as const satisfies Record<string, Budget>

export type BudgetName = 'uploads' | keyof typeof fixedBudgets
export type Budgets = Readonly<Record<BudgetName, Budget>>
