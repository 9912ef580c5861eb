import { AppError } from '../domain/errors/app-error.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'

export function tooManyDocumentsError(maxDocuments: number): AppError {
  if (maxDocuments === 1) return new AppError('TOO_MANY_FILES')
  return new AppError('TOO_MANY_FILES', createDetail('batch_too_large', { most: maxDocuments }))
}
