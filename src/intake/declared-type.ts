import { AppError } from '../domain/errors/errors.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'

/** Content types that clients declare for a PDF or for an unknown file type. */
const acceptedTypes = new Set([
  'application/pdf',
  'application/x-pdf',
  'application/acrobat',
  'application/vnd.pdf',
  'text/pdf',
  'application/octet-stream',
  'binary/octet-stream',
  'application/x-download',
  'application/force-download',
  // The default for a part without a type (RFC 7578).
  'text/plain',
  '',
])

/** Returns why a file declared with this content type is not a PDF; undefined if it may be one. */
export function checkDeclaredType(declared: string): AppError | undefined {
  const type = declared.split(';')[0]?.trim().toLowerCase() ?? ''
  if (acceptedTypes.has(type)) return undefined
  return new AppError('NOT_PDF', createDetail('declared_type', { type: type.slice(0, 60) }))
}
