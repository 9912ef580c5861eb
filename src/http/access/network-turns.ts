/** Items that wait, by client network. Networks take turns, so that one with many items does not delay the others. */
export interface NetworkTurns<Item> {
  add(network: string, item: Item): void
  /** Removes and returns the oldest item of the network whose turn it is. */
  take(): Item | undefined
  readonly isEmpty: boolean
}

export function createNetworkTurns<Item>(): NetworkTurns<Item> {
  // A map keeps its insertion order; a network moves to the end after its turn.
  const waiting = new Map<string, Item[]>()
  return {
    add(network, item) {
      const items = waiting.get(network)
      if (items) items.push(item)
      else waiting.set(network, [item])
    },
    take() {
      const [next] = waiting
      if (!next) return undefined
      const [network, items] = next
      waiting.delete(network)
      const item = items.shift()
      if (items.length > 0) waiting.set(network, items)
      return item
    },
    get isEmpty() {
      return waiting.size === 0
    },
  }
}
