/** What may be asked for only so often: a route names the budget that it is paid from. */
export interface Budget {
  /** For each owner, whichever way they are known. */
  per_minute: number
  /** For each network address, over all owners: nobody gets around the first by being many. */
  per_minute_and_address: number
}

/** Those whose figures nobody needs to set. */
export const fixedBudgets = {
  /** One file of many results. */
  exports: { per_minute: 30, per_minute_and_address: 120 },
  /** Documents that are read while one waits, to see how a mapping fares. */
  trials: { per_minute: 60, per_minute_and_address: 120 },
  /** Routes that look at a stranger's website while one waits. */
  fetches: { per_minute: 10, per_minute_and_address: 30 },
  mails: { per_minute: 5, per_minute_and_address: 20 },
} as const satisfies Record<string, Budget>

export type BudgetName = 'uploads' | keyof typeof fixedBudgets
export type Budgets = Readonly<Record<BudgetName, Budget>>
