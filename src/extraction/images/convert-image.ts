import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { checkDocumentHead, detectFormat } from '../../domain/document/document-format.ts'
import { maxHeaderOffset } from '../../domain/document/pdf-file.ts'
import { maxScans } from '../ocr/limits.ts'
import { writeImagesPdf } from './write-images-pdf.ts'
import type { PageImage } from './page-image.ts'
import { readJpeg } from './read-jpeg.ts'
import { readPng } from './read-png.ts'
import { readTiff } from './read-tiff.ts'
import { AppError } from '../../domain/errors/app-error.ts'

/** A PDF made from an image. */
export interface ConvertedImage {
  page_count: number
  bytes: number
  sha256: string
}

/** Writes the image at `file` as a PDF to `target`. */
export function convertImageFile(file: string, target: string): ConvertedImage {
  const { pdf, page_count } = convertImage(readFileSync(file))
  writeFileSync(target, pdf)
  return { page_count, bytes: pdf.length, sha256: createHash('sha256').update(pdf).digest('hex') }
}

/** Converts an image to a PDF with one page per image page. The pages are then read as scans. */
export function convertImage(bytes: Buffer): { pdf: Buffer; page_count: number } {
  return writeImagesPdf(readPages(bytes))
}

function readPages(bytes: Buffer): Iterable<PageImage> {
  const head = bytes.subarray(0, maxHeaderOffset)
  const format = detectFormat(head)
  if (format === 'jpeg') return [readJpeg(bytes)]
  if (format === 'png') return [readPng(bytes)]
  if (format === 'tiff') return readTiff(bytes, maxScans)
  throw checkDocumentHead(head) ?? new AppError('NOT_PDF')
}
