import { AppError } from './app-error.ts'
import { createDetail } from '../i18n/problem-detail.ts'

const maxDepth = 50

/**
 * Rejects parsed input that cannot be stored: Postgres accepts neither NUL nor lone surrogates, and deep nesting would
 * overflow the stack in recursive functions. Runs before list sizes are checked, so it must cost little per element.
 */
export function rejectUnsafeText(value: unknown): void {
  checkValue(value, 0)
}

function checkValue(value: unknown, depth: number): void {
  if (typeof value === 'string') return checkText(value)
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const element of value as unknown[]) checkChild(element, depth)
    return
  }
  for (const key in value) {
    if (!Object.hasOwn(value, key)) continue
    checkText(key)
    checkChild((value as Record<string, unknown>)[key], depth)
  }
}

function checkChild(value: unknown, parentDepth: number): void {
  if (parentDepth === maxDepth) {
    throw new AppError('INVALID_REQUEST', createDetail('json_too_deep', { most: maxDepth }))
  }
  checkValue(value, parentDepth + 1)
}

function checkText(text: string): void {
  if (!text.includes('\0') && text.isWellFormed()) return
  throw new AppError('INVALID_REQUEST', createDetail('unsafe_text', {}))
}
