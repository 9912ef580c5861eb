import { batched } from '../db/batched.ts'
import type { Db } from '../db/db.ts'
import {
  databaseTime,
  type DeletedJob,
  listDeletedJobs,
  listUpdatedJobs,
  listJobsInBatches,
  type OwnedJob,
  findBatchOwners,
} from '../db/jobs/changes.sql.ts'
import { subtractOverlap } from '../domain/job/since.ts'
import { Subscribers } from './subscribers.ts'
import { loadReplay } from './replay.ts'
import { sseFrame, type SseClient } from './sse-frame.ts'
import { PacedClient } from './paced-client.ts'

export interface OwnerFeeds {
  /** Sends the changes since a timestamp, then `ready`, then every further change. Returns the unsubscribe function. */
  subscribe(owner: string, since: string | undefined, client: SseClient): Promise<() => void>
  /** Registers a callback that runs whenever something may have changed. Returns the unsubscribe function. */
  onChange(owner: string, callback: () => void): () => void
  /**
   * Publishes the changes in these batches. The number of queries is constant, however many owners and subscribers
   * there are.
   */
  pollBatches(ids: ReadonlySet<string>): Promise<void>
  /** Publishes everything that changed since the last full poll. */
  pollAll(): Promise<void>
}

const pageLength = 5000

/** Gets the database time in one query for all streams that open in the same turn of the event loop. */
const sharedTime = batched(async (db, calls: readonly 'now'[]) => {
  const now = await databaseTime(db)
  return calls.map(() => now)
})

/**
 * The ID of a frame is a timestamp up to which all changes have been sent, so that a client can resume after any frame.
 * The ID of a replayed job is its `updated_at`, because jobs are replayed in that order. The ID of `ready` is the time
 * at which the replay started. The ID of a live frame is the time of the last full poll, because notifications about
 * earlier changes may still be in transit.
 */
export function createOwnerFeeds(db: Db): OwnerFeeds {
  const subscribers = new Subscribers()
  let publishedUntil: string | undefined

  async function subscribe(owner: string, since: string | undefined, client: SseClient) {
    const paced = new PacedClient(client)
    // Subscribes before the first query, so that no change is missed.
    const unsubscribe = subscribers.subscribe(owner, paced)
    try {
      const now = await sharedTime(db, 'now')
      publishedUntil ??= now
      const replay = since === undefined ? [] : await loadReplay(db, owner, { since, now })
      await paced.start([...replay, sseFrame('ready', { server_time: now }, now)])
    } catch (error) {
      unsubscribe()
      throw error
    }
    return unsubscribe
  }

  function publishChanged({ owner_id: owner, job }: OwnedJob): void {
    const change = { owner, id: job.id, version: job.updated_at }
    subscribers.publish(change, () => sseFrame('job', job, publishedUntil))
  }

  function publishDeleted({ owner_id: owner, id }: DeletedJob): void {
    subscribers.publish({ owner, id, version: 'gone' }, () =>
      sseFrame('gone', { id }, publishedUntil),
    )
  }

  async function pollBatches(ids: ReadonlySet<string>): Promise<void> {
    const { streaming, notified } = subscribers.owners
    const batches = [...ids].filter((id) => id !== 'gone')
    const isDeleted = ids.has('gone')
    if (isDeleted) for (const owner of notified) subscribers.notifyChange(owner)
    else if (notified.length > 0) {
      for (const { owner_id } of await findBatchOwners(db, batches, notified))
        subscribers.notifyChange(owner_id)
    }
    if (streaming.length === 0 || publishedUntil === undefined) return
    for (const job of await listJobsInBatches(db, batches, streaming)) publishChanged(job)
    if (!isDeleted) return
    for (const job of await listDeletedJobs(db, streaming, subtractOverlap(publishedUntil)))
      publishDeleted(job)
  }

  async function pollAll(): Promise<void> {
    const now = await databaseTime(db)
    const { streaming, notified } = subscribers.owners
    const from = subtractOverlap(publishedUntil ?? now)
    for (const owner of notified) subscribers.notifyChange(owner)
    if (streaming.length > 0) {
      for await (const job of pageChanges(db, streaming, from)) publishChanged(job)
      for (const job of await listDeletedJobs(db, streaming, from)) publishDeleted(job)
    }
    publishedUntil = now
  }

  const onChange = (owner: string, callback: () => void) => subscribers.onChange(owner, callback)
  return { subscribe, onChange, pollBatches, pollAll }
}

async function* pageChanges(db: Db, owners: string[], from: string): AsyncGenerator<OwnedJob> {
  let after: Parameters<typeof listUpdatedJobs>[2] | undefined = { updated_at: from }
  while (after !== undefined) {
    const page: OwnedJob[] = await listUpdatedJobs(db, owners, after, pageLength)
    yield* page
    after = page.length < pageLength ? undefined : page.at(-1)?.job
  }
}
