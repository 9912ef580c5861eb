import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../db/db.ts'
import { type Lease, renewLeases } from '../db/jobs.sql.ts'

/** Thrown through the AbortSignal of a job whose lease is gone: its work is worthless. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

export interface Leases {
  /** Keeps the lease until it is dropped. The signal aborts when it is lost, or at `abortAll`. */
  hold(lease: Lease): AbortSignal
  drop(lease: Lease): void
  abortAll(reason: Error): void
  /** Stops renewing, once no lease is held any more. */
  close(): Promise<void>
  readonly size: number
}

interface LeaseOptions {
  db: Db
  leaseSeconds: number
  /** Called at every beat, after the renewal: a worker that was frozen must not rescue its own jobs. */
  onBeat: (held: number) => Promise<unknown>
  onError: (error: unknown) => void
}

/**
 * Renews every held lease in one round trip, three times within its life. A lease that the database no
 * longer knows is lost at once; all are lost when the database has not answered for a lease's length,
 * for by then another worker may have them.
 */
export function keepLeases({ db, leaseSeconds, onBeat, onError }: LeaseOptions): Leases {
  const held = new Map<string, { lease: Lease; controller: AbortController }>()
  const stop = new AbortController()
  let renewedAt = performance.now()
  const ended = beatUntilStopped()

  async function beatUntilStopped(): Promise<void> {
    while (!stop.signal.aborted) {
      await beat().catch(onError)
      await sleep((leaseSeconds * 1000) / 3, undefined, stop).catch(() => undefined)
    }
  }

  async function beat(): Promise<void> {
    const before = performance.now()
    const leases = [...held.values()].map((entry) => entry.lease)
    try {
      if (leases.length > 0) loseAllBut(leases, await renewLeases(db, leases, leaseSeconds))
      renewedAt = before
      await onBeat(leases.length)
    } catch (error) {
      if (performance.now() - renewedAt > leaseSeconds * 1000) {
        abortAll(new LeaseLost('The database did not answer for the length of a lease'))
      }
      throw error
    }
  }

  function loseAllBut(asked: Lease[], renewed: Lease[]): void {
    const kept = new Set(renewed.map((lease) => lease.id))
    for (const { id, epoch } of asked) {
      const entry = held.get(id)
      if (!kept.has(id) && entry?.lease.epoch === epoch) {
        entry.controller.abort(new LeaseLost('The job was cancelled or given to another worker'))
      }
    }
  }

  function abortAll(reason: Error): void {
    for (const { controller } of held.values()) controller.abort(reason)
  }

  return {
    hold(lease) {
      const controller = new AbortController()
      held.set(lease.id, { lease, controller })
      return controller.signal
    },
    drop: (lease) => {
      if (held.get(lease.id)?.lease === lease) held.delete(lease.id)
    },
    abortAll,
    async close() {
      stop.abort()
      await ended
    },
    get size() {
      return held.size
    },
  }
}
