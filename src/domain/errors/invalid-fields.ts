import { createDetail } from '../i18n/problem-detail.ts'
import { addRenderedText } from '../i18n/render.ts'
import type { Message } from '../messages/message.ts'
import { AppError, fault } from './app-error.ts'

/** Maximum number of faults in one response. */
export const maxReportedFaults = 20

/** Creates the error for a request with invalid fields. Lists the first faults with their JSON pointers. */
export function createInvalidFieldsError(all: readonly Message[]): AppError {
  const fields = all.slice(0, maxReportedFaults)
  const more = all.length - fields.length
  const errors = fields.map((field) =>
    fault(toPointer(field), addRenderedText({ ...field, path: null })),
  )
  return new AppError('INVALID_REQUEST', createDetail('fields_invalid', { fields, more }), {
    errors,
  })
}

function toPointer({ code, path, params }: Message): string {
  const unknownKey = code === 'unknown_key' ? [String(params['key'])] : []
  return `/${[...(path?.split('.') ?? []), ...unknownKey].join('/')}`
}
