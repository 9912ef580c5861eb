import { AppError } from '../errors/app-error.ts'
import { createClientDetail } from '../i18n/client-detail.ts'

/** PDF viewers accept a file whose PDF header starts within this many bytes. */
export const maxHeaderOffset = 1024

/** Returns the reason why a file that starts with these bytes is not a PDF, or undefined if it may be one. */
export function checkPdfHead(head: Uint8Array): AppError | undefined {
  if (head.length === 0) return new AppError('EMPTY_FILE')
  const start = new TextDecoder('latin1').decode(head.subarray(0, maxHeaderOffset))
  return start.includes('%PDF-') ? undefined : new AppError('NOT_PDF')
}

/** Returns the reason why a file of this size is rejected, or undefined if it is accepted. */
export function checkPdfSize(bytes: number, maxBytes: number): AppError | undefined {
  if (bytes <= maxBytes) return undefined
  const megabytes = Math.floor(maxBytes / 1024 / 1024)
  return new AppError('TOO_LARGE', createClientDetail('file_too_large', { megabytes }))
}
