export interface Semaphore {
  /** Resolves in FIFO order once a slot is free. */
  acquire: (signal?: AbortSignal) => Promise<void>
  release: () => void
}

export function createSemaphore(count: number): Semaphore {
  let free = count
  const waiting: (() => void)[] = []

  return {
    async acquire(signal) {
      signal?.throwIfAborted()
      if (free > 0) free -= 1
      else await waitForSlot(waiting, signal)
    },
    release() {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    },
  }
}

function waitForSlot(waiting: (() => void)[], signal?: AbortSignal): Promise<void> {
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
