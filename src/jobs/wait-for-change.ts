import { createBell } from '../queue/wakeup.ts'
import type { Watch } from '../live/watch.ts'

export interface Waiting {
  watch: Watch
  owner: string
  seconds: number
  /** Aborts when nobody waits any more. */
  signal: AbortSignal
}

/** Asks until the answer is due or the time is over: again whenever something of the owner's has changed. */
export async function waitForChange<T>(
  { watch, owner, seconds, signal }: Waiting,
  ask: () => Promise<T>,
  isDue: (answer: T) => boolean,
): Promise<T> {
  if (seconds === 0) return ask()
  const bell = createBell()
  const end = performance.now() + seconds * 1000
  // Before the first question: what changes after it is heard.
  const leave = watch.changes(owner, bell.ring)
  signal.addEventListener('abort', bell.ring)
  try {
    for (;;) {
      const answer = await ask()
      const left = end - performance.now()
      if (isDue(answer) || left <= 0 || signal.aborted) return answer
      await bell.wait(left)
    }
  } finally {
    leave()
  }
}
