export interface Semaphore {
  /** Resolves when it is the caller's turn: so many at a time, first come, first served. */
  acquire: (signal?: AbortSignal) => Promise<void>
  /** Ends a turn that was taken. */
  release: () => void
}

export function createSemaphore(count: number): Semaphore {
  let free = count
  const waiting: (() => void)[] = []

  return {
    async acquire(signal) {
      signal?.throwIfAborted()
      if (free > 0) free -= 1
      else await waitIn(waiting, signal)
    },
    release() {
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
