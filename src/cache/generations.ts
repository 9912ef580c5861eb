import { randomUUID } from 'node:crypto'
import type { Store } from './store.ts'

/** Says of each owner whether something has changed. */
export interface Generations {
  /** Follows the owner for as long as they are asked about. */
  of(owner: string): Generation
  /** Begins a new one. Await it before the change is told. */
  end(owner: string): Promise<void>
  close(): void
}

export interface Generation {
  /** Counts the changes heard of here: what was asked for before one of them is not kept after it. */
  readonly changes: number
  /** Until the store knows of the last change, it is not asked. */
  readonly isSettled: boolean
}

export interface Following {
  store: Store
  /** Calls `ring` before anyone else is told of a change of the owner's. Returns how to leave. */
  follow: (owner: string, ring: () => void) => () => void
  /** For how long the store may hold an answer. */
  answersLiveMs: number
}

const keptSeconds = 60
const followMs = 10_000

export function createGenerations({ store, follow, answersLiveMs }: Following): Generations {
  const owners = new Map<string, Generation & { leave: () => void; usedAt: number }>()
  const sweeping = setInterval(sweep, followMs).unref()

  function sweep(): void {
    for (const [owner, { usedAt, leave }] of owners) {
      if (usedAt > performance.now() - followMs) continue
      owners.delete(owner)
      leave()
    }
  }

  function begin(owner: string) {
    const one = { changes: 0, isSettled: false, usedAt: performance.now(), leave: () => {} }
    owners.set(owner, one)
    one.leave = follow(owner, () => void end(owner))
    // What others kept while nobody listened here is not believed: it begins with a change.
    void end(owner)
    return one
  }

  async function end(owner: string): Promise<void> {
    const one = owners.get(owner)
    const nth = (one?.changes ?? 0) + 1
    if (one) Object.assign(one, { changes: nth, isSettled: false })
    const settle = () => {
      if (one?.changes === nth) Object.assign(one, { isSettled: true })
    }
    try {
      await store.set(generationKey(owner), randomUUID(), keptSeconds)
      settle()
    } catch {
      // By then, whatever the store may still hold of before has expired.
      setTimeout(settle, answersLiveMs).unref()
    }
  }

  return {
    of(owner) {
      const one = owners.get(owner) ?? begin(owner)
      one.usedAt = performance.now()
      return one
    },
    end,
    close() {
      clearInterval(sweeping)
      for (const { leave } of owners.values()) leave()
      owners.clear()
    },
  }
}

export function generationKey(owner: string): string {
  return `generations:${owner}`
}
