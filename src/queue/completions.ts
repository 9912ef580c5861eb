import type { Completion } from '../db/jobs/transitions.sql.ts'

/**
 * Attempts that ended well and have nothing to write but that: they wait here for their worker's next
 * claim, so that both take one round trip and one commit.
 */
export interface Completions {
  /** Resolves to whether the lease still held; rejects when it was given up before that was known. */
  add(completion: Completion, signal: AbortSignal): Promise<boolean>
  /** Hands over all that wait. Each is answered by `settled` or comes back by `giveBack`. */
  take(): Completion[]
  settled(taken: Completion[], lateIds: Set<string>): void
  /** For another try, but for those whose lease is gone. */
  giveBack(taken: Completion[], reason: unknown): void
  readonly size: number
}

interface Waiting {
  completion: Completion
  signal: AbortSignal
  resolve: (isSettled: boolean) => void
  reject: (reason: unknown) => void
}

export function createCompletions(onAdd: () => void): Completions {
  let queue: Waiting[] = []
  const taken = new Map<Completion, Waiting>()

  return {
    add(completion, signal) {
      return new Promise<boolean>((resolve, reject) => {
        queue.push({ completion, signal, resolve, reject })
        onAdd()
      })
    },
    take() {
      for (const waiting of queue) taken.set(waiting.completion, waiting)
      const all = queue.map(({ completion }) => completion)
      queue = []
      return all
    },
    settled(completions, lateIds) {
      for (const completion of completions) {
        taken.get(completion)?.resolve(!lateIds.has(completion.id))
        taken.delete(completion)
      }
    },
    giveBack(completions, reason) {
      for (const completion of completions) {
        const waiting = taken.get(completion)
        taken.delete(completion)
        if (waiting?.signal.aborted) waiting.reject(reason)
        else if (waiting) queue.push(waiting)
      }
    },
    get size() {
      return queue.length
    },
  }
}
