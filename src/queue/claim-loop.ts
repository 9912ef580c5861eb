import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../db/db.ts'
import { setDependencyCap } from '../db/queue/dependencies.sql.ts'
import type { Completion } from '../db/jobs/completion.ts'
import { type ClaimedJob, completeAndClaim } from '../db/jobs/transitions.sql.ts'
import { toAppError } from '../domain/errors/app-error.ts'
import type { Completions } from './completions.ts'

interface ClaimLoopDeps {
  db: Database
  workerId: string
  concurrency: number
  leaseSeconds: number
  /** How many jobs may use each dependency concurrently, across all workers. */
  caps?: Record<string, number>
  completions: Completions
  onClaim: (job: ClaimedJob) => void
  onEnd: (mayBeMore: boolean) => void
  onError: (error: unknown) => void
}

/**
 * Makes round trips to the database. Each completes finished jobs and claims new ones for the free slots; many
 * completions and many claims are two round trips, which run side by side in the database.
 */
export interface ClaimLoop {
  /**
   * Starts a round trip if there is anything to complete or to claim. If too many are in flight, the next `onEnd`
   * reports that there may be more. A stopping worker claims nothing, not even for the slots of completed jobs.
   */
  start(freeSlots: number | 'stopping'): void
  /** Round trips in flight. */
  readonly size: number
}

/** Claims may block each other in the database. While one is blocked, a second claim keeps the database busy. */
const maxInFlight = 2
/** Minimum number of jobs per round trip, because splitting a smaller one costs more than it saves. */
const minShare = 50
const pauseAfterErrorMs = 250

export function createClaimLoop(options: ClaimLoopDeps): ClaimLoop {
  const { db, workerId, leaseSeconds, caps = {}, completions, onClaim, onEnd, onError } = options
  /** Slots per claim: half, so that jobs can run while the other half is being claimed. */
  const share = Math.max(minShare, Math.ceil(options.concurrency / maxInFlight))
  const inFlight: RoundTrips = { count: 0, claims: 0, completions: 0 }
  /**
   * True if a round trip was requested but could not start. The round trips in flight may have started too early to
   * find the new jobs.
   */
  let isWanted = false
  let capsAreSet = false
  let hasFailed = false

  /** Makes a round trip. Returns whether there may be more jobs to claim. */
  async function completeAndClaimJobs(limit: number, done: Completion[]): Promise<boolean> {
    try {
      if (!capsAreSet) await setCaps(db, caps)
      capsAreSet = true
      const { claimed, skipped } = await completeAndClaim(
        db,
        { worker: workerId, leaseSeconds, limit },
        done,
      )
      hasFailed = false
      completions.settled(done, new Set(skipped.map((lease) => lease.id)))
      for (const job of claimed) onClaim(job)
      return limit > 0 && claimed.length === limit
    } catch (error) {
      if (toAppError(error).code === 'UNAVAILABLE') completions.giveBack(done, error)
      else completions.separate(done)
      onError(error)
      // Retries once immediately; while errors continue, only the poll retries, so that they do not fill the log.
      const isFirst = !hasFailed
      hasFailed = true
      await sleep(pauseAfterErrorMs)
      return isFirst && limit > 0
    }
  }

  function send(limit: number, done: Completion[]): void {
    add(inFlight, 1, limit, done.length)
    void completeAndClaimJobs(limit, done).then((mayBeMore) => {
      add(inFlight, -1, -limit, -done.length)
      onEnd(mayBeMore || isWanted)
    })
  }

  return {
    start(freeSlots) {
      isWanted = inFlight.count > 0
      if (inFlight.count >= maxInFlight) return
      // Completions free their slots, including those in flight.
      const freed = completions.size + inFlight.completions
      const room = freeSlots === 'stopping' ? 0 : freeSlots + freed - inFlight.claims
      const limit = Math.min(share, Math.max(0, room))
      if (limit > 0) isWanted = false
      else if (completions.size === 0) return
      if (Math.min(limit, completions.size) < minShare) return send(limit, completions.take())
      if (inFlight.completions === 0) send(0, completions.take())
      if (inFlight.count < maxInFlight) send(limit, [])
      else isWanted = true
    },
    get size() {
      return inFlight.count
    },
  }
}

interface RoundTrips {
  count: number
  /** Jobs that they may claim. */
  claims: number
  /** Jobs that they complete. */
  completions: number
}

function add(to: RoundTrips, count: number, claims: number, completions: number): void {
  to.count += count
  to.claims += claims
  to.completions += completions
}

async function setCaps(db: Database, caps: Record<string, number>): Promise<void> {
  for (const [name, cap] of Object.entries(caps)) await setDependencyCap(db, name, cap)
}
