import type { IncomingMessage } from 'node:http'
import { AppError } from '../domain/errors/app-error.ts'
import { getSystemErrorCode } from '../domain/errors/system-error.ts'
import { responseFilename, validateResponse } from './response.ts'
import { sendRequest } from './request.ts'
import type { Guard } from './guard.ts'
import { monitorTransfer, type TransferMonitor, type TransferLimits } from './transfer-monitor.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'

/** A response whose body can be read only until `use` ends. */
export interface FetchResponse {
  /** URL after redirects. */
  url: URL
  filename: string
  content_type: string
  /** Length from Content-Length; undefined if the header is absent. */
  bytes: number | undefined
  /** Time from Last-Modified; undefined if the header is absent or invalid. */
  modified: Date | undefined
  /** The response body. Iterating over it throws an AppError if the transfer fails. */
  chunks: AsyncIterable<Buffer>
}

/** Fetches an untrusted URL. The connection closes when `use` ends. */
export type FetchUrl = <Result>(
  url: string,
  signal: AbortSignal,
  use: (response: FetchResponse) => Promise<Result>,
) => Promise<Result>

export const fetchLimits: TransferLimits = {
  totalMs: 5 * 60_000,
  windowMs: 30_000,
  bytesPerWindow: 30 * 1024,
}

/**
 * Maximum number of redirects: a short link may redirect to https, the site, its www host and its file host. Each URL
 * is checked, and all requests share one timeout.
 */
const maxRedirects = 5

export interface FetchOptions {
  method: 'GET' | 'HEAD'
  accept: string
}

const fileOptions: FetchOptions = {
  method: 'GET',
  accept: 'application/pdf, image/jpeg, image/png, image/tiff, */*;q=0.1',
}

export function createFetch(
  guard: Guard,
  limits: TransferLimits = fetchLimits,
  options: FetchOptions = fileOptions,
): FetchUrl {
  return async (address, signal, use) => {
    const monitor = monitorTransfer(limits, signal)
    try {
      const { url, message } = await withFetchErrors(monitor, () =>
        followRedirects(guard, address, monitor, options),
      )
      try {
        return await use(toFetchResponse(url, message, monitor))
      } finally {
        message.destroy()
      }
    } finally {
      monitor.end()
    }
  }
}

async function followRedirects(
  guard: Guard,
  address: string,
  monitor: TransferMonitor,
  { method, accept }: FetchOptions,
): Promise<{ url: URL; message: IncomingMessage }> {
  let url = guard.parse(address)
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const addresses = await guard.resolveAddresses(url, monitor.signal)
    const message = await sendRequest(url, {
      method,
      headers: { accept },
      addresses,
      signal: monitor.signal,
    })
    monitor.restart()
    const target = redirectTarget(message)
    if (target === undefined) return { url, message }
    message.destroy()
    url = guard.parse(target, url)
  }
  throw new AppError('BLOCKED_URL')
}

function redirectTarget({ statusCode = 0, headers }: IncomingMessage): string | undefined {
  return [301, 302, 303, 307, 308].includes(statusCode) ? headers.location : undefined
}

function toFetchResponse(
  url: URL,
  message: IncomingMessage,
  monitor: TransferMonitor,
): FetchResponse {
  const rejection = validateResponse(message)
  if (rejection) throw rejection
  const length = message.headers['content-length']
  return {
    url,
    content_type: message.headers['content-type'] ?? '',
    filename: responseFilename(url, message),
    bytes: length === undefined ? undefined : Number(length),
    modified: parseDate(message.headers['last-modified']),
    chunks: readChunks(message, monitor),
  }
}

function parseDate(header = ''): Date | undefined {
  const date = new Date(header)
  return Number.isNaN(date.getTime()) ? undefined : date
}

async function* readChunks(
  message: IncomingMessage,
  monitor: TransferMonitor,
): AsyncGenerator<Buffer> {
  const chunks = message[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  for (;;) {
    const next = await withFetchErrors(monitor, () => chunks.next())
    if (next.done) return
    monitor.count(next.value.length)
    yield next.value
  }
}

/** Converts network errors to fetch errors, unless this process aborted the request. */
async function withFetchErrors<Result>(
  monitor: TransferMonitor,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (cause) {
    monitor.signal.throwIfAborted()
    throw cause instanceof AppError ? cause : toFetchError(cause)
  }
}

function toFetchError(cause: unknown): AppError {
  if (!/CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(getSystemErrorCode(cause) ?? '')) {
    return new AppError('FETCH_FAILED', undefined, { cause })
  }
  return new AppError('FETCH_REFUSED', createDetail('certificate_invalid', {}), { cause })
}
