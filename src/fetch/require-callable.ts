import { AppError } from '../domain/errors/errors.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'
import type { Guard } from './guard.ts'

/** Validates the URL of a webhook without DNS; its address is checked at every delivery. */
export function requireCallable(guard: Guard, url: string): URL {
  try {
    return guard.parse(url)
  } catch (cause) {
    throw new AppError('BLOCKED_URL', createDetail('webhook_address_blocked', {}), { cause })
  }
}
