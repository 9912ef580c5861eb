/**
 * A wait that can be ended early. A wake-up before the wait starts ends the next wait immediately, so no wake-up is
 * missed.
 */
export interface Wakeup {
  wake(): void
  /** Resolves on wake-up, or after `ms`. */
  wait(ms: number): Promise<void>
}

export function createWakeup(): Wakeup {
  let isWoken = false
  let endWait: (() => void) | undefined
  return {
    wake() {
      isWoken = true
      endWait?.()
    },
    async wait(ms) {
      if (!isWoken) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          endWait = () => {
            clearTimeout(timer)
            resolve()
          }
        })
        endWait = undefined
      }
      isWoken = false
    },
  }
}
