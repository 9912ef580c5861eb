import { AppError } from '../errors/app-error.ts'
import { createClientDetail } from '../i18n/client-detail.ts'
import { checkPdfHead } from './pdf-file.ts'

/** Image formats that Docket converts to PDF pages. */
export type ImageFormat = 'jpeg' | 'png' | 'tiff'
export type DocumentFormat = 'pdf' | ImageFormat

const signatures: [ImageFormat, number[]][] = [
  ['jpeg', [0xff, 0xd8, 0xff]],
  ['png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['tiff', [0x49, 0x49, 0x2a, 0]],
  ['tiff', [0x4d, 0x4d, 0, 0x2a]],
]

/** Major brands of HEIC and AVIF files, which phones produce. */
const heicBrand = /^.{4}ftyp(hei|hev|mif1|msf1|avif|avis)/s

/** Returns the format of a file with these first bytes, or undefined if it is not accepted. */
export function detectFormat(head: Uint8Array): DocumentFormat | undefined {
  if (checkPdfHead(head) === undefined) return 'pdf'
  return signatures.find(([, bytes]) => bytes.every((byte, index) => head[index] === byte))?.[0]
}

export function isHeic(head: Uint8Array): boolean {
  return heicBrand.test(new TextDecoder('latin1').decode(head.subarray(0, 16)))
}

/**
 * Returns the reason why a file that starts with these bytes is neither a PDF nor an image, or undefined if it may be
 * one.
 */
export function checkDocumentHead(head: Uint8Array): AppError | undefined {
  if (head.length === 0) return new AppError('EMPTY_FILE')
  if (detectFormat(head) !== undefined) return undefined
  return isHeic(head)
    ? new AppError('NOT_PDF', createClientDetail('heic_image', {}))
    : new AppError('NOT_PDF')
}
