import type { Db } from '../db/db.ts'
import { goneBatches, newsOf } from '../db/jobs/changes.sql.ts'
import type { Batch } from '../domain/job/batch.ts'
import { BatchFeed, pageLength } from './batch-feed.ts'
import type { Reader } from './sse-frame.ts'

/** The batches that are watched in this process. */
export interface BatchFeeds {
  /** Tells what happens in a batch after an event of it. Returns how to leave. */
  follow(batch: Batch, after: number, reader: Reader): () => void
  /** Looks for news: of these batches, or of all. One query, however many batches and however many watch. */
  look(ids?: ReadonlySet<string>): Promise<void>
}

/** `hint` is told of a batch that has to be looked at soon. */
export function createBatchFeeds(db: Db, hint: (id: string) => void): BatchFeeds {
  const feeds = new Map<string, BatchFeed>()

  function feedOf(batch: Batch): BatchFeed {
    const known = feeds.get(batch.id)
    const feed = known ?? new BatchFeed(db, batch)
    feeds.set(batch.id, feed)
    // What came after the batch was looked up may have been hinted at while nobody watched it.
    if (known === undefined || known.isBehind(batch)) hint(batch.id)
    return feed
  }

  async function look(ids?: ReadonlySet<string>): Promise<void> {
    const watched = [...feeds.values()].filter(({ id }) => ids?.has(id) ?? true)
    if (watched.length === 0) return
    const news = await newsOf(db, watched, pageLength)
    const unfinished = new Set<string>()
    for (const feed of watched) {
      const own = news.get(feed.id) ?? []
      await feed.take(own)
      if (own.length === pageLength) unfinished.add(feed.id)
    }
    if (ids === undefined || ids.has('gone')) await endGone(watched)
    if (unfinished.size > 0) await look(unfinished)
  }

  async function endGone(watched: BatchFeed[]): Promise<void> {
    const ids = watched.map(({ id }) => id)
    for (const { id } of await goneBatches(db, ids)) feeds.get(id)?.end()
  }

  return {
    look,
    follow(batch, after, reader) {
      const feed = feedOf(batch)
      const leave = feed.follow(after, reader)
      return () => {
        leave()
        if (feed.isEmpty && feeds.get(feed.id) === feed) feeds.delete(feed.id)
      }
    },
  }
}
