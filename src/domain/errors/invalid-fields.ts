import { createDetail } from '../i18n/problem-detail.ts'
import { addRenderedText } from '../i18n/render.ts'
import type { Message } from '../messages/message.ts'
import { AppError, fault } from './errors.ts'

/** The number of faults in one response. */
export const maxReportedFaults = 20

/** Creates the error for a request with invalid fields, with a JSON pointer to each of the first ones. */
export function createInvalidFieldsError(all: readonly Message[]): AppError {
  const fields = all.slice(0, maxReportedFaults)
  const more = all.length - fields.length
  const errors = fields.map((field) =>
    fault(`/${field.path?.replaceAll('.', '/') ?? ''}`, addRenderedText({ ...field, path: null })),
  )
  return new AppError('INVALID_REQUEST', createDetail('fields_invalid', { fields, more }), {
    errors,
  })
}
