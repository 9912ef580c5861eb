import { AppError } from './app-error.ts'
import { createDetail } from '../i18n/problem-detail.ts'

const maxDepth = 50

/**
 * Rejects parsed input that cannot be stored: Postgres accepts neither NUL nor lone surrogates, and deep nesting would
 * overflow the stack in recursive functions.
 */
export function rejectUnsafeText(value: unknown): void {
  let level = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) {
      throw new AppError('INVALID_REQUEST', createDetail('json_too_deep', { most: maxDepth }))
    }
    if (level.some(isUnsafeText)) {
      throw new AppError('INVALID_REQUEST', createDetail('unsafe_text', {}))
    }
    level = level.flatMap(listChildren)
  }
}

function isUnsafeText(value: unknown): boolean {
  return typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())
}

function listChildren(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  return value && typeof value === 'object' ? Object.entries(value).flat() : []
}
