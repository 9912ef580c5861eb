import type { Db } from '../db/db.ts'
import { findBatch } from '../db/jobs/owned-batches.sql.ts'
import { type NewBatchEvent, listBatchEvents } from '../db/jobs/changes.sql.ts'
import type { Batch } from '../domain/job/batch.ts'
import { type BatchEvent, isJobEvent, type JobEvent } from '../domain/job/event.ts'
import { sseFrame, type SseClient } from './sse-frame.ts'

interface Subscription {
  client: SseClient
  lastSent: number
  /** True if the subscriber has received all earlier events, so that new events can be sent as they arrive. */
  isLive: boolean
}

interface NumberedFrame {
  number: number
  frame: Buffer
}

export const pageLength = 500
/** Maximum number of events kept for clients that reconnect. */
const maxRecent = 500

/** Sends a batch's events to its subscribers, each exactly once and in order. */
export class BatchFeed {
  readonly id: string
  readonly #db: Db
  readonly #subscriptions = new Set<Subscription>()
  #lastNumber: number
  #hasEnded: boolean
  #recent: NumberedFrame[] = []

  constructor(db: Db, batch: Batch) {
    this.#db = db
    this.id = batch.id
    this.#lastNumber = batch.last_event_id
    this.#hasEnded = batch.completed_at !== null
  }

  /** Number of the latest event that this feed has loaded. */
  get number(): number {
    return this.#lastNumber
  }

  get isEmpty(): boolean {
    return this.#subscriptions.size === 0
  }

  /** True if the batch has newer events than this feed. The feed then no longer counts the batch as ended. */
  isBehind(batch: Batch): boolean {
    if (batch.last_event_id <= this.#lastNumber) return false
    this.#hasEnded = false
    return true
  }

  /** Sends every event after the given number, until the batch ends. Returns the unsubscribe function. */
  subscribe(after: number, client: SseClient): () => void {
    const subscription: Subscription = { client, lastSent: after, isLive: false }
    this.#subscriptions.add(subscription)
    // Closes without an `end` event, so that the client reconnects and resumes.
    this.#catchUp(subscription).catch(() => client.end())
    return () => void this.#subscriptions.delete(subscription)
  }

  /**
   * Publishes new events. After the batch's last event, sends `end` to live subscribers. If the batch cannot be loaded, the next
   * poll tries again.
   */
  async publish(newEvents: NewBatchEvent[]): Promise<void> {
    this.#sendLive(newEvents)
    if (!this.#hasEnded) return
    const live = this.#live().filter(({ client }) => !client.isClosed)
    if (live.length === 0) return
    const finalFrame = endFrame(await this.#loadBatch())
    for (const { client } of live) client.end(finalFrame)
  }

  #sendLive(newEvents: NewBatchEvent[]): void {
    const last = newEvents.at(-1)
    if (last === undefined) return
    const previous = this.#lastNumber
    const events = newEvents.map(({ event }) => toNumberedFrame(event))
    const joined = concatFrames(events)
    this.#lastNumber = last.event.number
    this.#hasEnded = last.has_ended && last.last_event_id === this.#lastNumber
    this.#recent = [...this.#recent, ...events].slice(-maxRecent)
    for (const subscription of this.#live()) {
      if (subscription.lastSent === previous) {
        subscription.lastSent = this.#lastNumber
        subscription.client.send(joined)
      } else sendUnsent(subscription, events)
    }
  }

  #live(): Subscription[] {
    return [...this.#subscriptions].filter(({ isLive }) => isLive)
  }

  /** Ends all subscriptions, because the batch was deleted. */
  end(): void {
    for (const { client } of this.#subscriptions) client.end(endFrame(null))
  }

  async #catchUp(subscription: Subscription): Promise<void> {
    while (subscription.lastSent < this.#lastNumber && !subscription.client.isClosed) {
      const missed = await this.#batchEventsAfter(subscription.lastSent)
      if (missed.length === 0) return subscription.client.end(endFrame(null))
      sendUnsent(subscription, missed)
      await subscription.client.drained()
    }
    subscription.isLive = true
    const isOver = this.#hasEnded && subscription.lastSent >= this.#lastNumber
    if (isOver) subscription.client.end(endFrame(await this.#loadBatch()))
  }

  async #batchEventsAfter(number: number): Promise<NumberedFrame[]> {
    const [oldest] = this.#recent
    if (oldest !== undefined && oldest.number <= number + 1) return this.#recent
    return (await listBatchEvents(this.#db, this.id, number, pageLength)).map(toNumberedFrame)
  }

  async #loadBatch(): Promise<Batch | null> {
    const [found] = await findBatch(this.#db, this.id, '')
    return found?.batch ?? null
  }
}

/** Sends the events that the subscriber does not have yet. */
function sendUnsent(subscription: Subscription, events: NumberedFrame[]): void {
  const newEvents = events.filter((event) => event.number > subscription.lastSent)
  const last = newEvents.at(-1)
  if (last === undefined) return
  subscription.lastSent = last.number
  subscription.client.send(concatFrames(newEvents))
}

function concatFrames(events: NumberedFrame[]): Buffer {
  return Buffer.concat(events.map((event) => event.frame))
}

function toNumberedFrame(event: JobEvent | BatchEvent): NumberedFrame {
  const { number } = event
  return { number, frame: sseFrame(isJobEvent(event) ? 'job' : 'batch', event, number) }
}

/**
 * Creates the `end` frame. It has no ID, so that if the batch is retried, a client that reconnects resumes after the
 * last event.
 */
function endFrame(batch: Batch | null): Buffer {
  return sseFrame('end', { batch })
}
