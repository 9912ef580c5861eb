/** Meanings of the exit codes. */
export const exitCodes = {
  0: 'success',
  1: 'some documents or requests failed',
  2: 'wrong arguments or settings; nothing was done',
  3: 'all documents were read, but some need review',
  130: 'interrupted with Ctrl-C',
} as const

/** Returns the exit code for the documents. A failed document takes precedence over one that needs review. */
export function toExitCode(
  documents: readonly { error: unknown; needs_review: boolean }[],
): 0 | 1 | 3 {
  if (documents.some(({ error }) => error !== null)) return 1
  return documents.some(({ needs_review }) => needs_review) ? 3 : 0
}
