import type { Completion } from '../db/jobs/transitions.sql.ts'

/**
 * Buffer of successful attempts that have nothing else to write. They wait for the worker's next claim, so that
 * completion and claim share one round trip and one commit.
 */
export interface Completions {
  /**
   * Resolves to true if the lease was still held. Rejects if the lease was lost before the database confirmed the
   * completion.
   */
  add(completion: Completion, signal: AbortSignal): Promise<boolean>
  /** Removes and returns all completions. The caller passes each to `settled` or to `giveBack`. */
  take(): Completion[]
  settled(takenEntries: Completion[], lateIds: Set<string>): void
  /** Buffers these completions again, except those whose lease is lost. */
  giveBack(takenEntries: Completion[], reason: unknown): void
  readonly size: number
}

interface Entry {
  completion: Completion
  signal: AbortSignal
  resolve: (isSettled: boolean) => void
  reject: (reason: unknown) => void
}

export function createCompletions(onAdd: () => void): Completions {
  let queue: Entry[] = []
  const takenEntries = new Map<Completion, Entry>()

  return {
    add(completion, signal) {
      return new Promise<boolean>((resolve, reject) => {
        queue.push({ completion, signal, resolve, reject })
        onAdd()
      })
    },
    take() {
      for (const entry of queue) takenEntries.set(entry.completion, entry)
      const all = queue.map(({ completion }) => completion)
      queue = []
      return all
    },
    settled(completions, lateIds) {
      for (const completion of completions) {
        takenEntries.get(completion)?.resolve(!lateIds.has(completion.id))
        takenEntries.delete(completion)
      }
    },
    giveBack(completions, reason) {
      for (const completion of completions) {
        const entry = takenEntries.get(completion)
        takenEntries.delete(completion)
        if (entry?.signal.aborted) entry.reject(reason)
        else if (entry) queue.push(entry)
      }
    },
    get size() {
      return queue.length
    },
  }
}
