import type { Db } from '../db/db.ts'
import { findDeletedBatches, listNewEvents } from '../db/jobs/changes.sql.ts'
import type { Batch } from '../domain/job/batch.ts'
import { BatchFeed, pageLength } from './batch-feed.ts'
import type { SseClient } from './sse-frame.ts'

/** Event feeds for the batches that clients of this process are watching. */
export interface BatchFeeds {
  /** Streams the events after the given number. Returns the unsubscribe function. */
  subscribe(batch: Batch, after: number, client: SseClient): () => void
  /** Polls these batches, or all watched batches. Runs one query per page, however many subscribers there are. */
  poll(ids?: ReadonlySet<string>): Promise<void>
}

/** Creates the feeds. `hint` requests an early poll of a batch. */
export function createBatchFeeds(db: Db, hint: (id: string) => void): BatchFeeds {
  const feeds = new Map<string, BatchFeed>()

  function openFeed(batch: Batch): BatchFeed {
    const known = feeds.get(batch.id)
    const feed = known ?? new BatchFeed(db, batch)
    feeds.set(batch.id, feed)
    // An event that was committed after the batch was loaded may have been announced before anyone watched the batch.
    if (known === undefined || known.isBehind(batch)) hint(batch.id)
    return feed
  }

  async function poll(ids?: ReadonlySet<string>): Promise<void> {
    const watched = [...feeds.values()].filter(({ id }) => ids?.has(id) ?? true)
    if (watched.length === 0) return
    const newEvents = await listNewEvents(db, watched, pageLength)
    const withMore = new Set<string>()
    for (const feed of watched) {
      const events = newEvents.get(feed.id) ?? []
      await feed.publish(events)
      if (events.length === pageLength) withMore.add(feed.id)
    }
    if (ids === undefined || ids.has('gone')) await endDeleted(watched)
    if (withMore.size > 0) await poll(withMore)
  }

  async function endDeleted(watched: BatchFeed[]): Promise<void> {
    const ids = watched.map(({ id }) => id)
    for (const { id } of await findDeletedBatches(db, ids)) feeds.get(id)?.end()
  }

  return {
    poll,
    subscribe(batch, after, client) {
      const feed = openFeed(batch)
      const unsubscribe = feed.subscribe(after, client)
      return () => {
        unsubscribe()
        if (feed.isEmpty && feeds.get(feed.id) === feed) feeds.delete(feed.id)
      }
    },
  }
}
