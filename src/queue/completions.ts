import type { Completion } from '../db/jobs/completion.ts'
import type { HeldLease } from './keep-leases.ts'

/**
 * Buffers successful attempts until the worker's next claim, so that the claim and all completions share one round trip
 * and one transaction.
 */
export interface Completions {
  /**
   * Resolves to true if the job was completed, and to false if it needs its own transaction because its lease was lost,
   * its directory has changed, or a completion in the same round trip was invalid. Rejects if the lease was lost before
   * the database confirmed the completion.
   */
  add(completion: Completion, held: HeldLease): Promise<boolean>
  /** Removes and returns all completions. The caller passes each to `settled`, `separate` or `giveBack`. */
  take(): Completion[]
  settled(takenEntries: Completion[], skippedIds: Set<string>): void
  /** Sets these completions aside, so that each gets its own transaction. */
  separate(takenEntries: Completion[]): void
  /** Buffers these completions again, except those whose lease is lost. */
  giveBack(takenEntries: Completion[], reason: unknown): void
  readonly size: number
}

interface Entry {
  completion: Completion
  held: HeldLease
  resolve: (isSettled: boolean) => void
  reject: (reason: unknown) => void
}

export function createCompletions(onAdd: () => void): Completions {
  let queue: Entry[] = []
  const takenEntries = new Map<Completion, Entry>()

  function settled(completions: Completion[], isCompleted: (id: string) => boolean): void {
    for (const completion of completions) {
      takenEntries.get(completion)?.resolve(isCompleted(completion.id))
      takenEntries.delete(completion)
    }
  }

  return {
    add(completion, held) {
      return new Promise<boolean>((resolve, reject) => {
        queue.push({ completion, held, resolve, reject })
        onAdd()
      })
    },
    take() {
      for (const entry of queue) takenEntries.set(entry.completion, entry)
      const all = queue.map(({ completion }) => completion)
      queue = []
      return all
    },
    settled: (completions, skippedIds) => settled(completions, (id) => !skippedIds.has(id)),
    separate: (completions) => settled(completions, () => false),
    giveBack(completions, reason) {
      for (const completion of completions) {
        const entry = takenEntries.get(completion)
        takenEntries.delete(completion)
        if (entry?.held.reason) entry.reject(reason)
        else if (entry) queue.push(entry)
      }
    },
    get size() {
      return queue.length
    },
  }
}
