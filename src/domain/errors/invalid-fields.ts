import { detail } from '../i18n/problem-detail.ts'
import { rendered } from '../i18n/render.ts'
import type { Message } from '../messages/message.ts'
import { AppError, fault } from './errors.ts'

/** Creates the error for a request with invalid fields, with a JSON pointer to each. */
export function invalidFields(fields: Message[]): AppError {
  const errors = fields.map((field) =>
    fault(`/${field.path?.replaceAll('.', '/') ?? ''}`, rendered({ ...field, path: null })),
  )
  return new AppError('INVALID_REQUEST', detail('fields_invalid', { fields }), { errors })
}
