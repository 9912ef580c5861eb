import type { IncomingMessage } from 'node:http'
import contentDisposition from 'content-disposition'
import { AppError } from '../domain/errors/app-error.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'

/** Returns an error if the response does not contain a usable file; otherwise undefined. */
export function validateResponse({
  statusCode = 0,
  headers,
}: IncomingMessage): AppError | undefined {
  if (statusCode !== 200) return statusError(statusCode, headers['retry-after'])
  const encoding = headers['content-encoding'] ?? 'identity'
  // Docket never requests compression, because decompressing untrusted data invites zip bombs.
  if (encoding.toLowerCase() === 'identity') return undefined
  return new AppError('FETCH_REFUSED', createDetail('address_compressed', {}))
}

function statusError(status: number, retryAfter: string | undefined): AppError {
  if (status >= 500 || [408, 425, 429].includes(status)) {
    return new AppError('FETCH_FAILED', createDetail('address_status', { status }), {
      retryAfterSeconds: parseRetryAfter(retryAfter),
    })
  }
  if (status === 404 || status === 410) {
    return new AppError('FETCH_REFUSED', createDetail('address_not_found', { status }))
  }
  if (status === 401 || status === 403) {
    return new AppError('FETCH_REFUSED', createDetail('address_login', {}))
  }
  return new AppError('FETCH_REFUSED', createDetail('address_refused', { status }))
}

/** Parses Retry-After, which is in seconds or an HTTP date; returns 0 if it is invalid. */
export function parseRetryAfter(retryAfter = ''): number {
  const isNumber = /^\d+$/.test(retryAfter)
  const seconds = isNumber ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1000
  return seconds > 0 ? seconds : 0
}

/** Returns the file name from Content-Disposition, otherwise the last segment of the path; may be empty. */
export function responseFilename(url: URL, { headers }: IncomingMessage): string {
  return dispositionFilename(headers['content-disposition']) ?? urlFilename(url)
}

function dispositionFilename(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  try {
    return contentDisposition.parse(header).parameters.filename || undefined
  } catch {
    return undefined
  }
}

export function urlFilename({ pathname }: URL): string {
  const last = pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}
