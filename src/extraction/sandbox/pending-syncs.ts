import type { AppError } from '../../domain/errors/app-error.ts'
import type { OutputFile, Results, Task } from './messages.ts'

/** Fsyncs that a child is still running after it has become free for the next task. */
export interface PendingSyncs {
  /** Adds to each output in the result a promise that settles with its fsync. */
  attach: <Result extends Results[Task['kind']]>(sync: number, result: Result) => Result
  settle: (sync: number, error: AppError | undefined) => void
  /** Call this when the child has died, so that the worker fsyncs the files. */
  abandon: () => void
}

export function createPendingSyncs(): PendingSyncs {
  const pending = new Map<
    number,
    { resolve: (isSynced: boolean) => void; reject: (error: AppError) => void }
  >()
  let isAbandoned = false
  return {
    attach(sync, result) {
      if (!('outputs' in result)) return result
      const isSynced = new Promise<boolean>((resolve, reject) => {
        if (isAbandoned) resolve(false)
        else pending.set(sync, { resolve, reject })
      })
      // Avoids an unhandled rejection if the caller discards the outputs.
      isSynced.catch(() => undefined)
      const outputs = result.outputs.map((output): OutputFile => ({ ...output, isSynced }))
      return { ...result, outputs }
    },
    settle(sync, error) {
      if (error) pending.get(sync)?.reject(error)
      else pending.get(sync)?.resolve(true)
      pending.delete(sync)
    },
    abandon() {
      isAbandoned = true
      for (const { resolve } of pending.values()) resolve(false)
      pending.clear()
    },
  }
}
