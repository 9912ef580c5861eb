import { withTimeout } from '../clock/timeouts.ts'
import type { Db } from '../db/db.ts'
import { type Lease, renewLeases } from '../db/jobs/transitions.sql.ts'
import { createBell } from './wakeup.ts'

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

interface Held {
  lease: Lease
  controller: AbortController
}

interface LeaseOptions {
  db: Db
  leaseSeconds: number
  /**
   * Called at every beat, after the renewal: a worker that was frozen must not rescue its own jobs. A slow one holds up no
   * renewal, and has ended before the next is called.
   */
  onBeat: (held: number) => Promise<unknown>
  onError: (error: unknown) => void
}

/** After a renewal that failed, at the most. */
const againMs = 1000

/**
 * Renews every held lease in one round trip, three times within its life, and soon again when that fails or takes too
 * long. A lease that the database no longer knows is lost at once; all are lost when the database has not answered for a
 * lease's length, for by then another worker may have them.
 */
export function keepLeases({ db, leaseSeconds, onBeat, onError }: LeaseOptions): Leases {
  const held = new Map<string, Held>()
  const bell = createBell()
  const leaseMs = leaseSeconds * 1000
  const periodMs = leaseMs / 3
  const asked = createAsked()
  let beating: Promise<unknown> | undefined
  let isStopped = false
  let renewedAt = performance.now()
  const rest = () => (beating = undefined)
  const ended = renewUntilStopped()

  async function renewUntilStopped(): Promise<void> {
    while (!isStopped) {
      const isRenewed = await renew().then(() => true, notRenewed)
      if (isRenewed) beating ??= onBeat(held.size).catch(onError).finally(rest)
      await bell.wait(isRenewed ? periodMs : Math.min(againMs, periodMs / 4))
    }
    await Promise.all([beating, asked.ended()])
  }

  async function renew(): Promise<void> {
    const before = performance.now()
    const leases = [...held.values()].map((entry) => entry.lease)
    if (leases.length > 0) {
      const answer = asked.add(renewLeases(db, leases, leaseSeconds))
      loseAllBut(held, leases, await withTimeout(answer, periodMs))
    }
    renewedAt = before
  }

  function notRenewed(error: unknown): false {
    onError(error)
    if (performance.now() - renewedAt > leaseMs) {
      abortAll(new LeaseLost('The database did not answer for the length of a lease'))
    }
    return false
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
      isStopped = true
      bell.ring()
      await ended
    },
    get size() {
      return held.size
    },
  }
}

function loseAllBut(held: Map<string, Held>, asked: Lease[], renewed: Lease[]): void {
  const kept = new Set(renewed.map((lease) => lease.id))
  for (const { id, epoch } of asked) {
    const entry = held.get(id)
    if (!kept.has(id) && entry?.lease.epoch === epoch) {
      entry.controller.abort(new LeaseLost('The job was cancelled or given to another worker'))
    }
  }
}

/** Statements that have not ended, also those whose answer is waited for no longer. */
function createAsked() {
  const underWay = new Set<Promise<unknown>>()
  return {
    add<Result>(work: Promise<Result>): Promise<Result> {
      const forget = () => underWay.delete(work)
      work.then(forget, forget)
      underWay.add(work)
      return work
    },
    ended: () => Promise.allSettled(underWay),
  }
}
