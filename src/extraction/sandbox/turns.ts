export interface Turns {
  /** Resolves when it is the caller's turn: so many at a time, first come, first served. */
  take: (signal?: AbortSignal) => Promise<void>
  /** Ends a turn that was taken. */
  give: () => void
  /** Refuses those who wait and those who come later. */
  close: (reason: Error) => void
}

interface Ticket {
  resolve: () => void
  reject: (reason: unknown) => void
}

export function createTurns(count: number): Turns {
  let free = count
  let closed: Error | undefined
  const waiting: Ticket[] = []

  return {
    async take(signal) {
      if (closed) throw closed
      signal?.throwIfAborted()
      if (free > 0) free -= 1
      else await waitIn(waiting, signal)
    },
    give() {
      const next = waiting.shift()
      if (next) next.resolve()
      else free += 1
    },
    close(reason) {
      closed = reason
      for (const ticket of waiting.splice(0)) ticket.reject(reason)
    },
  }
}

function waitIn(waiting: Ticket[], signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      waiting.splice(waiting.indexOf(ticket), 1)
      reject(signal?.reason)
    }
    const stay = () => signal?.removeEventListener('abort', leave)
    const ticket: Ticket = {
      resolve: () => {
        stay()
        resolve()
      },
      reject: (reason) => {
        stay()
        reject(reason)
      },
    }
    waiting.push(ticket)
    signal?.addEventListener('abort', leave, { once: true })
  })
}
