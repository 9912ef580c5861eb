import type { IncomingMessage } from 'node:http'
import contentDisposition from 'content-disposition'
import { AppError } from '../domain/errors/errors.ts'

/** Returns the error for a response that contains no usable file. */
export function validateResponse({
  statusCode = 0,
  headers,
}: IncomingMessage): AppError | undefined {
  if (statusCode !== 200) return statusError(statusCode, headers['retry-after'])
  const encoding = headers['content-encoding'] ?? 'identity'
  // We never request compression, because decompressing untrusted data invites zip bombs.
  return encoding.toLowerCase() === 'identity'
    ? undefined
    : fetchRefused('sends the file compressed')
}

function statusError(status: number, retryAfter: string | undefined): AppError {
  if (status >= 500 || [408, 425, 429].includes(status)) {
    const sentence = `The server of this address answered ${status}. Please try again in a moment.`
    return new AppError('FETCH_FAILED', sentence, {
      retryAfterSeconds: parseRetryAfter(retryAfter),
    })
  }
  if (status === 404 || status === 410) {
    const sentence = `There is no file at this address (${status}). Check it for typing errors.`
    return new AppError('FETCH_REFUSED', sentence)
  }
  if (status === 401 || status === 403)
    return fetchRefused('gives the file only to those who sign in')
  return fetchRefused(`answered ${status} instead of sending a file`)
}

/** Parses Retry-After (seconds or HTTP date); 0 if invalid. */
export function parseRetryAfter(retryAfter = ''): number {
  const isNumber = /^\d+$/.test(retryAfter)
  const seconds = isNumber ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1000
  return seconds > 0 ? seconds : 0
}

function fetchRefused(what: string): AppError {
  const sentence = `The server of this address ${what}. Download the file yourself and upload it.`
  return new AppError('FETCH_REFUSED', sentence)
}

/** From Content-Disposition, else the last path segment; may be empty. */
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
