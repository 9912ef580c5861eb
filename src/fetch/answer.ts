import type { IncomingMessage } from 'node:http'
import contentDisposition from 'content-disposition'
import { AppError } from '../domain/errors/errors.ts'

/** Why an answer holds no file that we could take, if it does not. */
export function refuseAnswer({ statusCode = 0, headers }: IncomingMessage): AppError | undefined {
  if (statusCode !== 200) return refuseStatus(statusCode, headers['retry-after'])
  const encoding = headers['content-encoding'] ?? 'identity'
  // We ask for none: unpacking what a stranger sends is how bombs go off.
  return encoding.toLowerCase() === 'identity' ? undefined : refused('sends the file compressed')
}

function refuseStatus(status: number, retryAfter: string | undefined): AppError {
  if (status >= 500 || [408, 425, 429].includes(status)) {
    const sentence = `The server of this address answered ${status}. Please try again in a moment.`
    return new AppError('FETCH_FAILED', sentence, {
      retryAfterSeconds: secondsUntil(retryAfter),
    })
  }
  if (status === 404 || status === 410) {
    const sentence = `There is no file at this address (${status}). Check it for typing errors.`
    return new AppError('FETCH_REFUSED', sentence)
  }
  if (status === 401 || status === 403) return refused('gives the file only to those who sign in')
  return refused(`answered ${status} instead of sending a file`)
}

/** A number of seconds or a moment, as Retry-After may say; 0 for anything else. */
export function secondsUntil(retryAfter = ''): number {
  const isNumber = /^\d+$/.test(retryAfter)
  const seconds = isNumber ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1000
  return seconds > 0 ? seconds : 0
}

function refused(what: string): AppError {
  const sentence = `The server of this address ${what}. Download the file yourself and upload it.`
  return new AppError('FETCH_REFUSED', sentence)
}

/** What the server calls the file, or else the last part of its address; may be empty. */
export function filenameOf(url: URL, { headers }: IncomingMessage): string {
  return statedFilename(headers['content-disposition']) ?? filenameInUrl(url)
}

function statedFilename(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  try {
    return contentDisposition.parse(header).parameters.filename || undefined
  } catch {
    return undefined
  }
}

export function filenameInUrl({ pathname }: URL): string {
  const last = pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}
