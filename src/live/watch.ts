/**
 * Live updates over SSE. Every statement that changes jobs sends a NOTIFY with the IDs of their batches
 * (migrations/0002_queue.sql). Each process has one listening connection and one poll loop (change-poller.ts), which
 * runs one query for all watched batches and one for all watched owners, however many clients are connected.
 * Notifications are hints and may be lost, so batches are also polled every two seconds, and everything is polled after
 * a reconnect. Each event is serialised once and written to all subscribers.
 *
 * A batch stream is history: its events are numbered without gaps in commit order, so a client that sends the last
 * number it saw gets each later event exactly once, from any server (batch-feed.ts). An owner stream is state: the
 * current version of each changed job, possibly twice (owner-feeds.ts). It is sent only as fast as the client reads
 * (paced-client.ts), and a client that falls too far behind must reload. A search for changes since a timestamp starts
 * ten seconds earlier, because a transaction may commit after one that started later (domain/job/since.ts).
 */

import type { Database } from '../db/db.ts'
import { listBatchJobs } from '../db/jobs/owned-jobs.sql.ts'
import type { Batch } from '../domain/job/batch.ts'
import type { Log } from '../domain/ports/log.ts'
import { createBatchFeeds } from './batch-feeds.ts'
import { sseFrame, type SseClient } from './sse-frame.ts'
import { createChangePoller } from './change-poller.ts'
import { createOwnerFeeds } from './owner-feeds.ts'

/** The owner of a watched batch, and the last event ID that the client has seen. */
export interface WatchStart {
  owner: string
  after: string | undefined
}

/** Serves all subscribers in the process with one listening connection and one poll loop. */
export interface Watch {
  /**
   * Streams the events after the client's last event ID, or a snapshot followed by events. If the ID is unknown, sends
   * `reset` and a snapshot.
   */
  streamBatch(batch: Batch, from: WatchStart, client: SseClient): Promise<() => void>
  /** Streams the changes to an owner's jobs since a timestamp, then `ready`, then every further change. */
  streamOwner(owner: string, since: string | undefined, client: SseClient): Promise<() => void>
  /** Registers a callback that runs whenever any of the owner's data changes. Returns the unsubscribe function. */
  onChange(owner: string, callback: () => void): () => void
  close(): Promise<void>
}

const fullPollIntervalMs = 30_000

export function createWatch({ db, log }: { db: Database; log: Log }): Watch {
  const onError = (error: unknown) => log.warn({ err: error }, 'change poll failed')
  const poller = createChangePoller({ db, poll, onError })
  const batches = createBatchFeeds(db, poller.hint)
  const owners = createOwnerFeeds(db)
  let nextFullPollAt = 0

  async function poll(hints: ReadonlySet<string> | undefined, isDue: boolean): Promise<void> {
    // Owner callbacks run first, because they invalidate cached responses before any client learns of the change.
    if (hints === undefined || performance.now() > nextFullPollAt) {
      await owners.pollAll()
      nextFullPollAt = performance.now() + fullPollIntervalMs
    } else if (hints.size > 0) await owners.pollBatches(hints)
    await batches.poll(isDue ? undefined : hints)
  }

  return {
    async streamBatch(batch, { owner, after }, client) {
      poller.start()
      const number = after === undefined ? undefined : parseEventNumber(batch, after)
      if (number !== undefined) return batches.subscribe(batch, number, client)
      if (after !== undefined) client.send(sseFrame('reset', {}))
      // Jobs are loaded after the batch, so they may be newer than the batch, but never older.
      const jobs = await listBatchJobs(db, batch.id, owner)
      client.send(sseFrame('snapshot', { batch, jobs }, batch.last_event_id))
      return batches.subscribe(batch, batch.last_event_id, client)
    },
    async streamOwner(owner, since, client) {
      poller.start()
      return owners.subscribe(owner, since, client)
    },
    onChange(owner, callback) {
      poller.start()
      return owners.onChange(owner, callback)
    },
    close: poller.close,
  }
}

/** Returns the number in an event ID; undefined if the batch has had no event with that number. */
function parseEventNumber(batch: Batch, eventId: string): number | undefined {
  const number = /^\d{1,9}$/.test(eventId) ? Number(eventId) : undefined
  return number !== undefined && number <= batch.last_event_id ? number : undefined
}
