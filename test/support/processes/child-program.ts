import { inject } from 'vitest'
import type { ChildProgram } from '../../../src/extraction/sandbox/child-program.ts'

/** Replaces `src/extraction/sandbox/child-program.ts` in tests. */
export function childProgram(): ChildProgram {
  return { file: inject('childFile'), loader: [] }
}
