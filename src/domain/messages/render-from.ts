import type { ErrorName } from './error-codes.ts'
import type { Message } from './message.ts'
import type { Sentences } from './reading-codes.ts'
import type { StoredDetail } from './stored-detail.ts'

/** One language's sentences by code. */
export type Catalogue = Readonly<
  Record<string, (params: never, line: number, path?: string | null) => string>
>

/**
 * Renders a message from one catalogue. A message from another version of Docket may have unknown codes or params. In
 * that case, returns its stored text or its code.
 */
export function renderFrom(
  catalogue: Catalogue,
  { code, path, params, message = code }: Message & { message?: string | undefined },
): string {
  if (!Object.hasOwn(catalogue, code)) return message
  try {
    return catalogue[code]?.(params as never, getLineNumber(path), path) ?? message
  } catch {
    return message
  }
}

/** Adds each message's path in front of its sentence: `fields.date: must be a list`. */
export function prefixPath<Table>(sentences: Sentences<Table>): Sentences<Table> {
  const prefixed = Object.entries<(params: never, line: number) => string>(sentences).map(
    ([code, render]) => [
      code,
      (params: never, line: number, path: string | null = null) =>
        `${path === null ? '' : `${path}: `}${render(params, line)}`,
    ],
  )
  return Object.fromEntries(prefixed) as Sentences<Table>
}

/** Returns the line number shown to users: 3 for `lines.2.amount`. */
function getLineNumber(path: string | null): number {
  return Number(/^lines\.(\d+)/.exec(path ?? '')?.[1] ?? -1) + 1
}

/** One language's messages for error codes and error details. */
export interface ErrorCatalogues {
  errors: Readonly<Record<ErrorName, string>>
  problems: Catalogue
}

/** Renders an error in one language: its detail or, if it has none, the sentence for its code. */
export function renderErrorFrom(
  { errors, problems }: ErrorCatalogues,
  { code, detail }: { code: ErrorName; detail: StoredDetail | null | undefined },
): string {
  const message = errors[code]
  return detail ? renderFrom(problems, { ...detail, path: null, message }) : message
}
