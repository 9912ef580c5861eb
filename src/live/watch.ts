import type { Database } from '../db/db.ts'
import { jobsOfBatch } from '../db/jobs/owned-jobs.sql.ts'
import type { Batch } from '../domain/job/batch.ts'
import type { Log } from '../domain/ports/log.ts'
import { createBatchFeeds } from './batch-feeds.ts'
import { frame, type Reader } from './sse-frame.ts'
import { createLookout } from './change-poller.ts'
import { createOwnerFeeds } from './owner-feeds.ts'

/** Who watches a batch, and the last event that they have seen. */
export interface Beginning {
  owner: string
  after: string | undefined
}

/** Tells those who watch what happens: one connection that listens and one loop that looks, for all of them. */
export interface Watch {
  /**
   * Tells what happens in a batch: after the event of that number, or from how it is now on. A number that the
   * batch has never had is answered with `reset` and how it is now.
   */
  batch(batch: Batch, from: Beginning, reader: Reader): Promise<() => void>
  /** Tells what has changed of an owner's jobs since a moment, then that it is ready, then every change. */
  owner(owner: string, since: string | undefined, reader: Reader): Promise<() => void>
  /** Rings whenever something of an owner's changes. Returns how to leave. */
  changes(owner: string, ring: () => void): () => void
  close(): Promise<void>
}

const lookBackEveryMs = 30_000

export function createWatch({ db, log }: { db: Database; log: Log }): Watch {
  const onError = (error: unknown) => log.warn({ err: error }, 'a look at what has changed failed')
  const lookout = createLookout({ db, look, onError })
  const batches = createBatchFeeds(db, lookout.hint)
  const owners = createOwnerFeeds(db)
  let lookBackAt = 0

  async function look(heard: ReadonlySet<string> | undefined, isTime: boolean): Promise<void> {
    // Before anyone is told of a change, what was answered before it counts no longer.
    if (heard === undefined || performance.now() > lookBackAt) {
      await owners.lookBack()
      lookBackAt = performance.now() + lookBackEveryMs
    } else if (heard.size > 0) await owners.look(heard)
    await batches.look(isTime ? undefined : heard)
  }

  return {
    async batch(batch, { owner, after }, reader) {
      lookout.start()
      const number = after === undefined ? undefined : numberIn(batch, after)
      if (number !== undefined) return batches.follow(batch, number, reader)
      if (after !== undefined) reader.send(frame('reset', {}))
      // The jobs are looked up after the batch: they may be ahead of it, and never behind.
      const jobs = await jobsOfBatch(db, batch.id, owner)
      reader.send(frame('snapshot', { batch, jobs }, batch.last_event_id))
      return batches.follow(batch, batch.last_event_id, reader)
    },
    async owner(owner, since, reader) {
      lookout.start()
      return owners.follow(owner, since, reader)
    },
    changes(owner, ring) {
      lookout.start()
      return owners.onChange(owner, ring)
    },
    close: lookout.close,
  }
}

/** The number that was given, where the batch has had it. */
function numberIn(batch: Batch, given: string): number | undefined {
  const number = /^\d{1,9}$/.test(given) ? Number(given) : undefined
  return number !== undefined && number <= batch.last_event_id ? number : undefined
}
