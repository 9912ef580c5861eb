import { createDetail } from '../i18n/problem-detail.ts'
import { addRenderedText } from '../i18n/render.ts'
import type { Message } from '../messages/message.ts'
import { AppError, fault } from './errors.ts'

/** Creates the error for a request with invalid fields, with a JSON pointer to each. */
export function createInvalidFieldsError(fields: Message[]): AppError {
  const errors = fields.map((field) =>
    fault(`/${field.path?.replaceAll('.', '/') ?? ''}`, addRenderedText({ ...field, path: null })),
  )
  return new AppError('INVALID_REQUEST', createDetail('fields_invalid', { fields }), { errors })
}
