export interface Subscriber {
  push(id: string, news: Buffer): void
}

interface Feed {
  subscribers: Set<Subscriber>
  /** Callbacks for any change to the owner's data, which receive no details. */
  callbacks: Set<() => void>
  /** Last version sent of each job, so that overlapping polls do not send it twice. */
  sentVersions: Map<string, string>
}

interface JobChange {
  owner: string
  id: string
  /** Differs after every change to the job. */
  version: string
}

const maxSentVersions = 1000

/** Subscribers in this process, by owner. */
export class Subscribers {
  readonly #feeds = new Map<string, Feed>()

  /** Owners whose job changes are streamed, and owners for whom only callbacks run. */
  get owners(): { streaming: string[]; notified: string[] } {
    const streaming: string[] = []
    const notified: string[] = []
    for (const [owner, { subscribers }] of this.#feeds)
      (subscribers.size > 0 ? streaming : notified).push(owner)
    return { streaming, notified }
  }

  /** Adds a subscriber. Returns the unsubscribe function. */
  subscribe(owner: string, subscriber: Subscriber): () => void {
    return this.#add(owner, ({ subscribers }) => subscribers, subscriber)
  }

  /** Registers a change callback, which runs before changes are streamed. Returns the unsubscribe function. */
  onChange(owner: string, callback: () => void): () => void {
    return this.#add(owner, ({ callbacks }) => callbacks, callback)
  }

  #add<One>(owner: string, pickSet: (feed: Feed) => Set<One>, one: One): () => void {
    const feed = this.#feeds.get(owner) ?? {
      subscribers: new Set(),
      callbacks: new Set(),
      sentVersions: new Map(),
    }
    this.#feeds.set(owner, feed)
    pickSet(feed).add(one)
    return () => {
      pickSet(feed).delete(one)
      const isEmpty = feed.subscribers.size + feed.callbacks.size === 0
      if (isEmpty && this.#feeds.get(owner) === feed) this.#feeds.delete(owner)
    }
  }

  notifyChange(owner: string): void {
    for (const callback of this.#feeds.get(owner)?.callbacks ?? []) callback()
  }

  publish({ owner, id, version }: JobChange, toFrame: () => Buffer): void {
    const feed = this.#feeds.get(owner)
    if (feed === undefined || feed.sentVersions.get(id) === version) return
    this.notifyChange(owner)
    if (feed.subscribers.size === 0) return
    feed.sentVersions.delete(id)
    feed.sentVersions.set(id, version)
    const [oldest] = feed.sentVersions.keys()
    if (feed.sentVersions.size > maxSentVersions && oldest !== undefined)
      feed.sentVersions.delete(oldest)
    const frame = toFrame()
    for (const subscriber of feed.subscribers) subscriber.push(id, frame)
  }
}
