import type { Stage } from '../domain/job/job.ts'

const pauseMs = 250

interface Position {
  stage: Stage
  progress: number
}

export interface Progress {
  report: (stage: Stage, progress: number) => void
  /** Resolves when the last write has ended. */
  close(): Promise<void>
}

/**
 * Writes the latest progress every 250 ms, so that a quick job ends without any progress writes. A failed write is only
 * logged, because progress must never fail a job.
 */
export function createProgress(
  write: (at: Position) => Promise<unknown>,
  onError: (error: unknown) => void,
): Progress {
  let latest: Position | undefined
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()

  function flush(): void {
    timer = undefined
    const at = latest
    latest = undefined
    if (!at) return
    writing = write(at).then(() => undefined, onError)
    timer = setTimeout(flush, pauseMs)
  }

  return {
    report(stage, progress) {
      latest = { stage, progress }
      timer ??= setTimeout(flush, pauseMs)
    },
    async close() {
      clearTimeout(timer)
      await writing
    },
  }
}
