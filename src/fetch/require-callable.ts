import { parseUrl } from '../domain/values/parse-url.ts'
import { AppError, fault } from '../domain/errors/app-error.ts'
import { createInvalidFieldsError } from '../domain/errors/invalid-fields.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'
import { createFault } from '../domain/messages/fault.ts'
import type { Guard } from './guard.ts'

/** Validates the webhook URL in this field of the request, without DNS. Its address is checked at every delivery. */
export function requireCallable(guard: Guard, url: string, field: string): URL {
  if (!parseUrl(url))
    throw createInvalidFieldsError([createFault('wrong_format', field, { format: 'url' })])
  try {
    return guard.parse(url)
  } catch (cause) {
    const detail = createDetail('webhook_address_blocked', {})
    throw new AppError('BLOCKED_URL', detail, { cause, errors: [fault(`/${field}`, detail)] })
  }
}
