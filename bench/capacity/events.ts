/** Runs actions in chronological order; simultaneous actions run in the order in which they were scheduled. */
export interface Agenda {
  readonly now: number
  after(seconds: number, run: () => void): void
  /** Runs until no action is scheduled. */
  run(): void
}

interface Planned {
  at: number
  nth: number
  happen: () => void
}

export function createAgenda(): Agenda {
  const schedule = createHeap<Planned>((a, b) => a.at - b.at || a.nth - b.nth)
  let now = 0
  let nth = 0
  return {
    get now() {
      return now
    },
    after(seconds, run) {
      schedule.add({ at: now + seconds, nth: nth++, happen: run })
    },
    run() {
      for (let next = schedule.take(); next; next = schedule.take()) {
        now = next.at
        next.happen()
      }
    },
  }
}

export interface Heap<Item> {
  readonly size: number
  add(item: Item): void
  /** Removes the smallest element. */
  take(): Item | undefined
}

export function createHeap<Item>(compare: (a: Item, b: Item) => number): Heap<Item> {
  const items: Item[] = []
  const isLess = (a: number, b: number) => compare(items[a] as Item, items[b] as Item) < 0
  const swap = (a: number, b: number) => {
    ;[items[a], items[b]] = [items[b] as Item, items[a] as Item]
  }
  return {
    get size() {
      return items.length
    },
    add(item) {
      items.push(item)
      for (let at = items.length - 1; at > 0; ) {
        const parent = (at - 1) >> 1
        if (!isLess(at, parent)) return
        swap(at, parent)
        at = parent
      }
    },
    take() {
      const least = items[0]
      const last = items.pop()
      if (items.length === 0 || last === undefined) return least
      items[0] = last
      for (let at = 0; ; ) {
        const left = 2 * at + 1
        if (left >= items.length) return least
        const child = left + 1 < items.length && isLess(left + 1, left) ? left + 1 : left
        if (!isLess(child, at)) return least
        swap(at, child)
        at = child
      }
    },
  }
}

/** A queue with `servers` servers, first come, first served. */
export function createStation(agenda: Agenda, servers: number) {
  const waiting: { seconds: number; done: () => void }[] = []
  let head = 0
  let busy = 0
  let busySeconds = 0

  function serve(seconds: number, done: () => void): void {
    busy += 1
    busySeconds += seconds
    agenda.after(seconds, () => {
      busy -= 1
      const next = waiting[head]
      if (next) {
        waiting[head++] = undefined as never
        serve(next.seconds, next.done)
      }
      done()
    })
  }

  return {
    ask(seconds: number, done: () => void): void {
      if (seconds === 0) done()
      else if (busy < servers) serve(seconds, done)
      else waiting.push({ seconds, done })
    },
    get busySeconds() {
      return busySeconds
    },
  }
}

/** A mutex that is granted in request order. */
export function createMutex() {
  const waiting: ((done: () => void) => void)[] = []
  let head = 0
  let isTaken = false

  function next(): void {
    const work = waiting[head]
    isTaken = work !== undefined
    if (!work) return
    waiting[head++] = undefined as never
    work(next)
  }

  return (work: (done: () => void) => void): void => {
    waiting.push(work)
    if (!isTaken) next()
  }
}
