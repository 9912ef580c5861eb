export interface Turns {
  /** Resolves when it is the caller's turn: so many at a time, first come, first served. */
  take: (signal?: AbortSignal) => Promise<void>
  /** Ends a turn that was taken. */
  give: () => void
}

export function createTurns(count: number): Turns {
  let free = count
  const waiting: (() => void)[] = []

  return {
    async take(signal) {
      signal?.throwIfAborted()
      if (free > 0) free -= 1
      else await waitIn(waiting, signal)
    },
    give() {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    },
  }
}

function waitIn(waiting: (() => void)[], signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const start = () => {
      signal?.removeEventListener('abort', leave)
      resolve()
    }
    const leave = () => {
      waiting.splice(waiting.indexOf(start), 1)
      reject(signal?.reason)
    }
    waiting.push(start)
    signal?.addEventListener('abort', leave, { once: true })
  })
}
