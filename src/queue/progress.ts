import type { Stage } from '../domain/job/job.ts'

const pauseMs = 250

interface Point {
  stage: Stage
  progress: number
}

/**
 * Writes progress a few times a second at most: what comes in between replaces what has not been
 * written yet. A write that fails is only reported; progress is never worth a job.
 */
export function createProgress(
  write: (at: Point) => Promise<unknown>,
  onError: (error: unknown) => void,
): { report: (stage: Stage, progress: number) => void; close(): Promise<void> } {
  let latest: Point | undefined
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
      timer ??= setTimeout(flush, 0)
    },
    async close() {
      clearTimeout(timer)
      await writing
    },
  }
}
