import { detectFormat, type DocumentFormat } from '../domain/document/document-format.ts'
import { AppError } from '../domain/errors/app-error.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'

/** Content types that clients send for a file of unknown type. */
const unknownTypes = new Set([
  'application/octet-stream',
  'binary/octet-stream',
  'application/x-download',
  'application/force-download',
  // RFC 7578 defines this type as the default for a part without a type.
  'text/plain',
  '',
])

/** Content types that clients send for each format. The first is the registered type. */
const typesByFormat: Record<DocumentFormat, string[]> = {
  pdf: [
    'application/pdf',
    'application/x-pdf',
    'application/acrobat',
    'application/vnd.pdf',
    'text/pdf',
  ],
  jpeg: ['image/jpeg', 'image/jpg', 'image/pjpeg'],
  png: ['image/png', 'image/x-png'],
  tiff: ['image/tiff', 'image/tif', 'image/x-tiff', 'image/tiff-fx'],
}

/** Returns why a file with this content type and these first bytes is rejected, or undefined if they agree. */
export function checkDeclaredType(declared: string, head: Uint8Array): AppError | undefined {
  const type = declared.split(';')[0]?.trim().toLowerCase() ?? ''
  if (unknownTypes.has(type)) return undefined
  const format = detectFormat(head)
  const accepted = format ? typesByFormat[format] : Object.values(typesByFormat).flat()
  if (accepted.includes(type)) return undefined
  const params = { type: type.slice(0, 60), content: format ? (accepted[0] ?? null) : null }
  return new AppError('NOT_PDF', createDetail('declared_type', params))
}
