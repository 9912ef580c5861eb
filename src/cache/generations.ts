import { randomUUID } from 'node:crypto'
import type { CacheStore } from './store.ts'

/** Tracks per owner whether cached responses are still valid. */
export interface Generations {
  /** Returns the owner's generation, and stays subscribed to the owner's changes for as long as it is queried. */
  get(owner: string): Generation
  /** Starts a new generation. Await this before publishing a change. */
  advance(owner: string): Promise<void>
  close(): void
}

export interface Generation {
  /**
   * Number of changes that this process has seen. A response requested before a change must not be stored after that
   * change.
   */
  readonly changes: number
  /** False until the store has the latest generation; the store is bypassed until then. */
  readonly isSettled: boolean
}

export interface GenerationOptions {
  store: CacheStore
  /**
   * Registers a callback, which runs before any other subscriber is notified of the owner's change. Returns the
   * unsubscribe function.
   */
  onChange: (owner: string, callback: () => void) => () => void
  /** How long responses stay in the store, in ms. */
  responseTtlMs: number
}

const generationTtlSeconds = 60
const idleMs = 10_000

export function createGenerations({
  store,
  onChange,
  responseTtlMs,
}: GenerationOptions): Generations {
  const owners = new Map<string, Generation & { leave: () => void; usedAt: number }>()
  const timer = setInterval(sweep, idleMs).unref()

  function sweep(): void {
    for (const [owner, { usedAt, leave: unsubscribe }] of owners) {
      if (usedAt > performance.now() - idleMs) continue
      owners.delete(owner)
      unsubscribe()
    }
  }

  function track(owner: string) {
    const entry = { changes: 0, isSettled: false, usedAt: performance.now(), leave: () => {} }
    owners.set(owner, entry)
    entry.leave = onChange(owner, () => void advance(owner))
    // Starts with a new generation, because changes before the subscription may have been missed.
    void advance(owner)
    return entry
  }

  async function advance(owner: string): Promise<void> {
    const entry = owners.get(owner)
    const version = (entry?.changes ?? 0) + 1
    if (entry) Object.assign(entry, { changes: version, isSettled: false })
    const settle = () => {
      if (entry?.changes === version) Object.assign(entry, { isSettled: true })
    }
    try {
      await store.set(generationKey(owner), randomUUID(), generationTtlSeconds)
      settle()
    } catch {
      // When the timer fires, every older response in the store has expired.
      setTimeout(settle, responseTtlMs).unref()
    }
  }

  return {
    get(owner) {
      const entry = owners.get(owner) ?? track(owner)
      entry.usedAt = performance.now()
      return entry
    },
    advance,
    close() {
      clearInterval(timer)
      for (const { leave: unsubscribe } of owners.values()) unsubscribe()
      owners.clear()
    },
  }
}

export function generationKey(owner: string): string {
  return `generations:${owner}`
}
