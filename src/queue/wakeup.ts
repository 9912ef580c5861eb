/** A wait that can be ended early, and cannot miss a ring: one that comes too soon ends the next wait. */
export interface Bell {
  ring(): void
  /** Resolves when rung, or after `ms`. */
  wait(ms: number): Promise<void>
}

export function createBell(): Bell {
  let rung = false
  let wake: (() => void) | undefined
  return {
    ring() {
      rung = true
      wake?.()
    },
    async wait(ms) {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
        wake = undefined
      }
      rung = false
    },
  }
}
