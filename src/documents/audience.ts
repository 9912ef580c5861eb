/** Whoever is told of a job. */
export interface Listener {
  tell(id: string, news: Buffer): void
}

interface Feed {
  listeners: Set<Listener>
  /** What was told of each job last, so that it is not told twice. */
  told: Map<string, string>
}

interface News {
  owner: string
  id: string
  /** Another one whenever there is something to tell. */
  version: string
}

const mostTold = 1000

/** Those who watch jobs, by the owner of these. */
export class Audience {
  readonly #feeds = new Map<string, Feed>()

  get owners(): string[] {
    return [...this.#feeds.keys()]
  }

  /** Returns how to leave. */
  join(owner: string, listener: Listener): () => void {
    const feed = this.#feeds.get(owner) ?? { listeners: new Set(), told: new Map() }
    this.#feeds.set(owner, feed)
    feed.listeners.add(listener)
    return () => {
      feed.listeners.delete(listener)
      if (feed.listeners.size === 0 && this.#feeds.get(owner) === feed) this.#feeds.delete(owner)
    }
  }

  tell({ owner, id, version }: News, toFrame: () => Buffer): void {
    const feed = this.#feeds.get(owner)
    if (feed === undefined || feed.told.get(id) === version) return
    feed.told.delete(id)
    feed.told.set(id, version)
    const [oldest] = feed.told.keys()
    if (feed.told.size > mostTold && oldest !== undefined) feed.told.delete(oldest)
    const frame = toFrame()
    for (const listener of feed.listeners) listener.tell(id, frame)
  }
}
