import type { Db } from '../db/db.ts'
import { findBatch } from '../db/jobs/owned-batches.sql.ts'
import { type BatchNews, eventsAfter } from '../db/jobs/changes.sql.ts'
import type { Batch } from '../domain/job/batch.ts'
import { type BatchEvent, isOfJob, type JobEvent } from '../domain/job/event.ts'
import { frame, type Reader } from './sse-frame.ts'

interface Follower {
  reader: Reader
  /** The last event that it was told. */
  number: number
  /** Has been told all that the feed knows, and is told what comes. */
  isLive: boolean
}

interface Numbered {
  number: number
  frame: Buffer
}

export const pageLength = 500
/** Kept for those who come back. */
const mostRecent = 500

/** One batch that is watched: its news are told to all who watch it, each event once and in order. */
export class BatchFeed {
  readonly id: string
  readonly #db: Db
  readonly #followers = new Set<Follower>()
  #number: number
  #hasEnded: boolean
  #recent: Numbered[] = []

  constructor(db: Db, batch: Batch) {
    this.#db = db
    this.id = batch.id
    this.#number = batch.last_event_id
    this.#hasEnded = batch.completed_at !== null
  }

  /** The latest event that it knows of. */
  get number(): number {
    return this.#number
  }

  get isEmpty(): boolean {
    return this.#followers.size === 0
  }

  /** Whoever asked later may know more: then what this feed knows of the end is old. */
  isBehind(batch: Batch): boolean {
    if (batch.last_event_id <= this.#number) return false
    this.#hasEnded = false
    return true
  }

  /** Tells what comes after an event, until the batch ends. Returns how to leave. */
  follow(after: number, reader: Reader): () => void {
    const follower: Follower = { reader, number: after, isLive: false }
    this.#followers.add(follower)
    // Without a last word: whoever is cut off resumes.
    this.#catchUp(follower).catch(() => reader.end())
    return () => void this.#followers.delete(follower)
  }

  /** Takes what has happened next. After the last of it, whoever is live is told the end: by a later look where this one fails. */
  async take(news: BatchNews[]): Promise<void> {
    this.#tellLive(news)
    if (!this.#hasEnded) return
    const live = this.#live().filter(({ reader }) => !reader.isGone)
    if (live.length === 0) return
    const lastWord = ending(await this.#now())
    for (const { reader } of live) reader.end(lastWord)
  }

  #tellLive(news: BatchNews[]): void {
    const last = news.at(-1)
    if (last === undefined) return
    const before = this.#number
    const events = news.map(({ event }) => toFrame(event))
    const whole = joined(events)
    this.#number = last.event.number
    this.#hasEnded = last.has_ended && last.last_event_id === this.#number
    this.#recent = [...this.#recent, ...events].slice(-mostRecent)
    for (const follower of this.#live()) {
      if (follower.number === before) {
        follower.number = this.#number
        follower.reader.send(whole)
      } else tell(follower, events)
    }
  }

  #live(): Follower[] {
    return [...this.#followers].filter(({ isLive }) => isLive)
  }

  /** The batch is no more. */
  end(): void {
    for (const { reader } of this.#followers) reader.end(ending(null))
  }

  async #catchUp(follower: Follower): Promise<void> {
    while (follower.number < this.#number && !follower.reader.isGone) {
      const missed = await this.#eventsAfter(follower.number)
      if (missed.length === 0) return follower.reader.end(ending(null))
      tell(follower, missed)
      await follower.reader.drained()
    }
    follower.isLive = true
    const isOver = this.#hasEnded && follower.number >= this.#number
    if (isOver) follower.reader.end(ending(await this.#now()))
  }

  async #eventsAfter(number: number): Promise<Numbered[]> {
    const [oldest] = this.#recent
    if (oldest !== undefined && oldest.number <= number + 1) return this.#recent
    return (await eventsAfter(this.#db, this.id, number, pageLength)).map(toFrame)
  }

  async #now(): Promise<Batch | null> {
    const [found] = await findBatch(this.#db, this.id, '')
    return found?.batch ?? null
  }
}

/** Only what it has not been told yet. */
function tell(follower: Follower, events: Numbered[]): void {
  const news = events.filter((event) => event.number > follower.number)
  const last = news.at(-1)
  if (last === undefined) return
  follower.number = last.number
  follower.reader.send(joined(news))
}

function joined(events: Numbered[]): Buffer {
  return Buffer.concat(events.map((event) => event.frame))
}

function toFrame(event: JobEvent | BatchEvent): Numbered {
  const { number } = event
  return { number, frame: frame(isOfJob(event) ? 'job' : 'batch', event, number) }
}

/** Without an id: whoever comes back after a retry resumes after the last event. */
function ending(batch: Batch | null): Buffer {
  return frame('end', { batch })
}
