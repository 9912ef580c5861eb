import type { TestOptions } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** Why these tests are skipped, which the summary of the run prints. */
    skipReason?: string
  }
}

/** Options of tests that run only if what they need is there. Otherwise, they are skipped for this reason. */
export function onlyIf(isThere: boolean, reason: string): TestOptions {
  return isThere ? {} : { skip: true, meta: { skipReason: reason } }
}
