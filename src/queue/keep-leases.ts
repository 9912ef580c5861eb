import { withTimeout } from '../clock/timeouts.ts'
import type { Db } from '../db/db.ts'
import { type Lease } from '../db/jobs/transitions.sql.ts'
import { renewLeases } from '../db/jobs/renew-leases.sql.ts'
import { createWakeup } from './wakeup.ts'

/** Abort reason for a job whose lease is lost: its result can no longer be written. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

/** A lease that is renewed. */
export interface HeldLease {
  lease: Lease
  /** Why the lease was aborted: it was lost, or the worker is stopping. */
  reason: Error | undefined
  /** Set once the signal is used, because an AbortController costs as much as the rest of an attempt. */
  controller: AbortController | undefined
}

/** Returns the signal that aborts with the lease. */
export function getSignal(held: HeldLease): AbortSignal {
  held.controller ??= new AbortController()
  if (held.reason && !held.controller.signal.aborted) held.controller.abort(held.reason)
  return held.controller.signal
}

function abort(held: HeldLease, reason: Error): void {
  held.reason ??= reason
  held.controller?.abort(reason)
}

export interface Leases {
  /** Renews the lease until it is dropped. */
  hold(lease: Lease): HeldLease
  drop(lease: Lease): void
  abortAll(reason: Error): void
  /** Stops renewing. Call this when no leases are held any more. */
  close(): Promise<void>
  readonly size: number
}

interface LeaseDeps {
  db: Db
  leaseSeconds: number
  /**
   * Called after every renewal, never before: a worker that was frozen must not rescue its own jobs. A slow call does
   * not delay renewals, and calls do not overlap.
   */
  onHeartbeat: (held: number) => Promise<unknown>
  onError: (error: unknown) => void
}

/** Longest pause after a failed renewal, in ms. */
const retryMs = 1000

/**
 * Renews all held leases in one round trip, three times per lease duration, and retries soon if that fails or takes too
 * long. A lease that the database does not renew is lost immediately. If the database has not responded for a full
 * lease duration, all leases are lost, because another worker may have claimed the jobs by then.
 */
export function keepLeases({ db, leaseSeconds, onHeartbeat, onError }: LeaseDeps): Leases {
  const held = new Map<string, HeldLease>()
  const wakeup = createWakeup()
  const leaseMs = leaseSeconds * 1000
  const periodMs = leaseMs / 3
  const pending = createPending()
  let heartbeat: Promise<unknown> | undefined
  let isStopped = false
  let renewedAt = performance.now()
  const onHeartbeatEnd = () => (heartbeat = undefined)
  const ended = renewUntilStopped()

  async function renewUntilStopped(): Promise<void> {
    while (!isStopped) {
      const isRenewed = await renew().then(() => true, onRenewalFailed)
      if (isRenewed) heartbeat ??= onHeartbeat(held.size).catch(onError).finally(onHeartbeatEnd)
      await wakeup.wait(isRenewed ? periodMs : Math.min(retryMs, periodMs / 4))
    }
    await Promise.all([heartbeat, pending.ended()])
  }

  async function renew(): Promise<void> {
    const before = performance.now()
    const leases = [...held.values()].map((entry) => entry.lease)
    if (leases.length > 0) {
      const response = pending.add(renewLeases(db, leases, leaseSeconds))
      abortLost(held, leases, await withTimeout(response, periodMs))
    }
    renewedAt = before
  }

  function onRenewalFailed(error: unknown): false {
    onError(error)
    if (performance.now() - renewedAt > leaseMs) {
      abortAll(new LeaseLost('The database did not respond for a full lease duration'))
    }
    return false
  }

  function abortAll(reason: Error): void {
    for (const entry of held.values()) abort(entry, reason)
  }

  return {
    hold(lease) {
      const entry: HeldLease = { lease, reason: undefined, controller: undefined }
      held.set(lease.id, entry)
      return entry
    },
    drop: (lease) => {
      if (held.get(lease.id)?.lease === lease) held.delete(lease.id)
    },
    abortAll,
    async close() {
      isStopped = true
      wakeup.wake()
      await ended
    },
    get size() {
      return held.size
    },
  }
}

function abortLost(held: Map<string, HeldLease>, leases: Lease[], renewed: Lease[]): void {
  const renewedIds = new Set(renewed.map((lease) => lease.id))
  for (const { id, epoch } of leases) {
    const entry = held.get(id)
    if (!renewedIds.has(id) && entry?.lease.epoch === epoch) {
      abort(entry, new LeaseLost('The job was cancelled or given to another worker'))
    }
  }
}

/** Tracks running statements, including those whose caller has stopped waiting. */
function createPending() {
  const running = new Set<Promise<unknown>>()
  return {
    add<Result>(work: Promise<Result>): Promise<Result> {
      const remove = () => running.delete(work)
      work.then(remove, remove)
      running.add(work)
      return work
    },
    ended: () => Promise.allSettled(running),
  }
}
