import { createWakeup } from '../queue/wakeup.ts'
import type { Watch } from '../live/watch.ts'

export interface WaitOptions {
  watch: Watch
  owner: string
  seconds: number
  /** Aborts when the client disconnects. */
  signal: AbortSignal
}

/**
 * Long polling: loads the result, and reloads it after each change to the owner's jobs until `isDone` accepts it or the
 * time is up.
 */
export async function waitForChange<T>(
  { watch, owner, seconds, signal }: WaitOptions,
  load: () => Promise<T>,
  isDone: (response: T) => boolean,
): Promise<T> {
  if (seconds === 0) return load()
  const wakeup = createWakeup()
  const endsAt = performance.now() + seconds * 1000
  // Subscribes before the first load, so that no change is missed.
  const unsubscribe = watch.onChange(owner, wakeup.wake)
  signal.addEventListener('abort', wakeup.wake)
  try {
    for (;;) {
      const response = await load()
      const leftMs = endsAt - performance.now()
      if (isDone(response) || leftMs <= 0 || signal.aborted) return response
      await wakeup.wait(leftMs)
    }
  } finally {
    unsubscribe()
  }
}
