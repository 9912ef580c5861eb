import { createHash } from 'node:crypto'
import { getSystemErrorCode } from '../domain/errors/system-error.ts'

/** Statements that are used repeatedly; Postgres plans such a statement only the first few times. */
export interface PreparedStatements {
  /** The statement's name on every connection; undefined if it is sent without a name. */
  nameOf(text: string): string | undefined
  /**
   * Returns true if the error shows that prepared statements cannot be used. From then on, no statement is prepared.
   */
  cannotUse(error: unknown): boolean
}

/** Number of uses before a statement is prepared, because most statements at startup are never repeated. */
const minUses = 5
/** Limits a connection's memory in case statement texts ever contain values. */
const maxStatements = 300

/**
 * SQLSTATEs: the prepared statement does not exist or exists already, because a pooler in transaction mode sends each
 * statement to any of its connections; or a migration has changed the columns that it returns. In each case, the
 * statement had no effect.
 */
const unusableCodes = new Set(['26000', '42P05', '0A000'])

export function createPreparedStatements(): PreparedStatements {
  const uses = new Map<string, number>()
  const names = new Map<string, string>()
  let isOn = true

  function countUse(text: string): string | undefined {
    const count = (uses.get(text) ?? 0) + 1
    if (uses.size < maxStatements || count > 1) uses.set(text, count)
    if (count < minUses) return undefined
    // A statement has the same name in every process: behind a pooler, another process may have prepared it already.
    const name = createHash('sha256').update(text).digest('base64url')
    names.set(text, name)
    uses.delete(text)
    return name
  }

  return {
    nameOf(text) {
      if (!isOn) return undefined
      return names.get(text) ?? (names.size < maxStatements ? countUse(text) : undefined)
    },
    cannotUse(error) {
      const isUnusable = unusableCodes.has(getSystemErrorCode(error) ?? '')
      if (isUnusable) isOn = false
      return isUnusable
    },
  }
}
