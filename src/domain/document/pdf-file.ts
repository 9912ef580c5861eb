import { AppError } from '../errors/errors.ts'

/** Viewers accept a PDF whose header is preceded by up to this many bytes of something else. */
export const headerWithin = 1024

/** Why these bytes cannot be a PDF, judged by their first `headerWithin`; undefined when they may be one. */
export function refuseHead(head: Uint8Array): AppError | undefined {
  if (head.length === 0) return new AppError('EMPTY_FILE')
  const start = new TextDecoder('latin1').decode(head.subarray(0, headerWithin))
  return start.includes('%PDF-') ? undefined : new AppError('NOT_PDF')
}

/** Why a file of this size is refused, if it is. */
export function refuseSize(bytes: number, maxBytes: number): AppError | undefined {
  if (bytes <= maxBytes) return undefined
  const limit = Math.floor(maxBytes / 1024 / 1024)
  const sentence = `This file is larger than ${limit} MB. Split it or save it with smaller images.`
  return new AppError('TOO_LARGE', sentence)
}
