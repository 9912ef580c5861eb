import type { Db } from '../db/db.ts'
import { addOutcomeCounters } from '../db/operations/outcome-counters.sql.ts'
import {
  addDuration,
  createCounter,
  type OutcomeCounter,
} from '../domain/operations/attempt-stats.ts'

/** Counts how a worker's attempts ended, until the counts are written. */
export interface OutcomeCounters {
  add(outcome: string, facts: { waited_ms: number; ms: number; pages: number }): void
  /** Adds the counts to those in the database; keeps them if the write fails. */
  flush(): Promise<void>
}

export function createOutcomeCounters(db: Db, workerId: string): OutcomeCounters {
  let counters = new Map<string, OutcomeCounter>()

  function counterFor(outcome: string): OutcomeCounter {
    const counter = counters.get(outcome) ?? createCounter(outcome)
    counters.set(outcome, counter)
    return counter
  }

  return {
    add(outcome, { waited_ms, ms, pages }) {
      const counter = counterFor(outcome)
      counter.jobs += 1
      counter.pages += pages
      counter.waited_ms += waited_ms
      addDuration(counter, ms / 1000)
    },
    async flush() {
      const pendingCounters = [...counters.values()]
      if (pendingCounters.length === 0) return
      counters = new Map()
      try {
        await addOutcomeCounters(db, workerId, pendingCounters)
      } catch (error) {
        for (const one of pendingCounters) mergeInto(counterFor(one.outcome), one)
        throw error
      }
    },
  }
}

function mergeInto(counter: OutcomeCounter, other: OutcomeCounter): void {
  counter.jobs += other.jobs
  counter.pages += other.pages
  counter.waited_ms += other.waited_ms
  counter.durations = counter.durations.map((count, nth) => count + (other.durations[nth] ?? 0))
}
