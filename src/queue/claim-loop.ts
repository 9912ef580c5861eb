import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../db/db.ts'
import { capDependency } from '../db/queue/dependencies.sql.ts'
import { type ClaimedJob, type Completion, nextJobs } from '../db/jobs/transitions.sql.ts'
import type { Completions } from './completions.ts'

interface TurnOptions {
  db: Database
  workerId: string
  concurrency: number
  leaseSeconds: number
  /** How many jobs may use each dependency at once, over all workers. */
  caps?: Record<string, number>
  completions: Completions
  onClaim: (job: ClaimedJob) => void
  onEnd: (mayBeMore: boolean) => void
  onError: (error: unknown) => void
}

/** Round trips to the database: each completes what has ended and claims what there is room for. */
export interface Turns {
  /**
   * Begins one if there is anything to complete or to claim. `room` is how many jobs may be added. If
   * those on their way leave no place for it, the end of the next says that there may be more.
   */
  begin(room: number): void
  /** How many are on their way. */
  readonly size: number
}

/** Claims are one after the other in the database; a second one on its way keeps it busy meanwhile. */
const atOnce = 2
/** So many are claimed by one: leaving some to the second would cost more than it saves. */
const fewJobs = 50
const afterTroubleMs = 250

export function createTurns(options: TurnOptions): Turns {
  const { db, workerId, leaseSeconds, caps = {}, completions, onClaim, onEnd, onError } = options
  /** Half of the places, so that jobs run while the other half is claimed. */
  const share = Math.max(fewJobs, Math.ceil(options.concurrency / atOnce))
  let size = 0
  /** Places that are asked for by turns on their way, less those that these free. */
  let promised = 0
  /** Whether one was wanted that could not begin: those on their way may have looked too early. */
  let isWanted = false
  let capsAreSet = false
  let isInTrouble = false

  /** Whether there may be more to claim. */
  async function take(limit: number, done: Completion[]): Promise<boolean> {
    try {
      if (!capsAreSet) await setCaps(db, caps)
      capsAreSet = true
      const { claimed, late } = await nextJobs(db, { worker: workerId, leaseSeconds, limit }, done)
      isInTrouble = false
      completions.settled(done, new Set(late.map((lease) => lease.id)))
      for (const job of claimed) onClaim(job)
      return limit > 0 && claimed.length === limit
    } catch (error) {
      completions.giveBack(done, error)
      onError(error)
      // What it was told of waits still. While trouble lasts, only the poll looks, so that logs do not fill with it.
      const isNews = !isInTrouble
      isInTrouble = true
      await sleep(afterTroubleMs)
      return isNews && limit > 0
    }
  }

  return {
    begin(room) {
      isWanted = size > 0
      if (size >= atOnce) return
      const done = completions.take()
      const limit = Math.min(share, Math.max(0, room - promised + done.length))
      if (limit > 0) isWanted = false
      else if (done.length === 0) return
      const added = limit - done.length
      size += 1
      promised += added
      void take(limit, done).then((mayBeMore) => {
        size -= 1
        promised -= added
        onEnd(mayBeMore || isWanted)
      })
    },
    get size() {
      return size
    },
  }
}

async function setCaps(db: Database, caps: Record<string, number>): Promise<void> {
  for (const [name, cap] of Object.entries(caps)) await capDependency(db, name, cap)
}
