import type { Db } from '../db/db.ts'
import { addTallies } from '../db/operations/outcome-counters.sql.ts'
import { addDuration, emptyTally, type Tally } from '../domain/operations/attempt-stats.ts'

/** How the attempts of one worker ended, until it writes that down. */
export interface Tallies {
  add(outcome: string, facts: { waited_ms: number; ms: number; pages: number }): void
  /** Adds what has gathered to the minute that it is; what could not be written is kept. */
  flush(): Promise<void>
}

export function createTallies(db: Db, workerId: string): Tallies {
  let gathered = new Map<string, Tally>()

  function tallyOf(outcome: string): Tally {
    const tally = gathered.get(outcome) ?? emptyTally(outcome)
    gathered.set(outcome, tally)
    return tally
  }

  return {
    add(outcome, { waited_ms, ms, pages }) {
      const tally = tallyOf(outcome)
      tally.jobs += 1
      tally.pages += pages
      tally.waited_ms += waited_ms
      addDuration(tally, ms / 1000)
    },
    async flush() {
      const taken = [...gathered.values()]
      if (taken.length === 0) return
      gathered = new Map()
      try {
        await addTallies(db, workerId, taken)
      } catch (error) {
        for (const one of taken) mergeInto(tallyOf(one.outcome), one)
        throw error
      }
    },
  }
}

function mergeInto(tally: Tally, other: Tally): void {
  tally.jobs += other.jobs
  tally.pages += other.pages
  tally.waited_ms += other.waited_ms
  tally.durations = tally.durations.map((count, nth) => count + (other.durations[nth] ?? 0))
}
