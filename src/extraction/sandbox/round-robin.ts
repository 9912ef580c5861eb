interface OfClient {
  client: string
}

/** Clients whose files were slow to open have their own queue. */
export type ProbeLane = 'usual' | 'slow'

export interface RoundRobin<Item extends OfClient> {
  add: (item: Item) => ProbeLane
  /** Removes and returns up to `max` items of the client whose turn it is. */
  take: (lane: ProbeLane, max: number) => Item[]
  remove: (item: Item) => void
  laneOf: (client: string) => ProbeLane
  /** Moves the client to the slow lane for a minute. Returns how many of its items moved. */
  slowDown: (client: string) => number
}

const slowForMs = 60_000
const maxSlowClients = 10_000

/** Lets clients take turns, so that a client with many files does not delay the others. */
export function createRoundRobin<Item extends OfClient>(): RoundRobin<Item> {
  // A map keeps its insertion order, so a client moves to the end by being added again after its turn.
  const waiting = { usual: new Map<string, Item[]>(), slow: new Map<string, Item[]>() }
  const slowUntil = new Map<string, number>()
  const laneOf = (client: string): ProbeLane =>
    (slowUntil.get(client) ?? 0) > performance.now() ? 'slow' : 'usual'

  function add(item: Item): ProbeLane {
    const lane = laneOf(item.client)
    const items = waiting[lane].get(item.client) ?? []
    waiting[lane].set(item.client, [...items, item])
    return lane
  }

  return {
    add,
    laneOf,
    take(lane, max) {
      const [next] = waiting[lane]
      if (!next) return []
      const [client, items] = next
      waiting[lane].delete(client)
      if (items.length > max) waiting[lane].set(client, items.slice(max))
      return items.slice(0, max)
    },
    remove(item) {
      for (const lane of [waiting.usual, waiting.slow]) {
        const left = (lane.get(item.client) ?? []).filter((other) => other !== item)
        if (left.length > 0) lane.set(item.client, left)
        else lane.delete(item.client)
      }
    },
    slowDown(client) {
      if (slowUntil.size >= maxSlowClients) slowUntil.clear()
      slowUntil.set(client, performance.now() + slowForMs)
      const items = waiting.usual.get(client) ?? []
      waiting.usual.delete(client)
      for (const item of items) add(item)
      return items.length
    },
  }
}
