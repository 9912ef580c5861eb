import type { ErrorName } from './error-rules.ts'
import type { Message } from './message.ts'
import type { StoredDetail } from './stored-detail.ts'

/** Sentences by code, as one language has them. */
export type Catalogue = Readonly<Record<string, (params: never, line: number) => string>>

/**
 * The sentence of a message by one catalogue. A message of another version of Docket may have a code or params that the
 * catalogue does not know: it is shown with the text that came with it, else by its code.
 */
export function renderFrom(
  catalogue: Catalogue,
  { code, path, params, message = code }: Message & { message?: string | undefined },
): string {
  if (!Object.hasOwn(catalogue, code)) return message
  try {
    return catalogue[code]?.(params as never, lineNumber(path)) ?? message
  } catch {
    return message
  }
}

/** The number that people give the line of a path: 3 for `lines.2.amount`. */
function lineNumber(path: string | null): number {
  return Number(/^lines\.(\d+)/.exec(path ?? '')?.[1] ?? -1) + 1
}

/** The sentence of an error by one language: that of its detail, else that of its code. */
export function renderErrorFrom(
  { errors, problems }: { errors: Readonly<Record<ErrorName, string>>; problems: Catalogue },
  { code, detail }: { code: ErrorName; detail: StoredDetail | null | undefined },
): string {
  const message = errors[code]
  return detail ? renderFrom(problems, { ...detail, path: null, message }) : message
}
