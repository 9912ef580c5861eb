/** Whoever is told of a job. */
export interface Listener {
  tell(id: string, news: Buffer): void
}

interface Feed {
  listeners: Set<Listener>
  /** Of those who only want to know that something has changed. */
  bells: Set<() => void>
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

  /** Whose jobs are told, and of whom it is only told that something has changed. */
  get owners(): { told: string[]; rung: string[] } {
    const told: string[] = []
    const rung: string[] = []
    for (const [owner, { listeners }] of this.#feeds) (listeners.size > 0 ? told : rung).push(owner)
    return { told, rung }
  }

  /** Returns how to leave. */
  join(owner: string, listener: Listener): () => void {
    return this.#enter(owner, ({ listeners }) => listeners, listener)
  }

  /** The same for one who only wants to know that something has changed, and knows it first. */
  hang(owner: string, bell: () => void): () => void {
    return this.#enter(owner, ({ bells }) => bells, bell)
  }

  #enter<One>(owner: string, setOf: (feed: Feed) => Set<One>, one: One): () => void {
    const feed = this.#feeds.get(owner) ?? {
      listeners: new Set(),
      bells: new Set(),
      told: new Map(),
    }
    this.#feeds.set(owner, feed)
    setOf(feed).add(one)
    return () => {
      setOf(feed).delete(one)
      const isEmpty = feed.listeners.size + feed.bells.size === 0
      if (isEmpty && this.#feeds.get(owner) === feed) this.#feeds.delete(owner)
    }
  }

  ring(owner: string): void {
    for (const bell of this.#feeds.get(owner)?.bells ?? []) bell()
  }

  tell({ owner, id, version }: News, toFrame: () => Buffer): void {
    const feed = this.#feeds.get(owner)
    if (feed === undefined || feed.told.get(id) === version) return
    this.ring(owner)
    if (feed.listeners.size === 0) return
    feed.told.delete(id)
    feed.told.set(id, version)
    const [oldest] = feed.told.keys()
    if (feed.told.size > mostTold && oldest !== undefined) feed.told.delete(oldest)
    const frame = toFrame()
    for (const listener of feed.listeners) listener.tell(id, frame)
  }
}
