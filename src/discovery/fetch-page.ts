import { checkPdfHead, maxHeaderOffset } from '../domain/document/pdf-file.ts'
import { AppError } from '../domain/errors/app-error.ts'
import type { FetchResponse } from '../fetch/fetch.ts'
import { createFetch, type FetchUrl } from '../fetch/fetch.ts'
import type { Guard } from '../fetch/guard.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'

/** The text of a page, or a PDF found at the URL itself. */
export interface FetchedPage {
  url: URL
  /** Null for a PDF, which is not loaded. */
  text: string | null
  bytes: number | undefined
}

/** The first bytes of a file. */
export interface FetchedHead {
  url: URL
  isPdf: boolean
  bytes: number | undefined
  modified: Date | undefined
}

const maxBytes = 3 * 1024 * 1024
const pageLimits = { totalMs: 15_000, windowMs: 10_000, bytesPerWindow: 1024 }
const headLimits = { totalMs: 6_000, windowMs: 6_000, bytesPerWindow: 0 }

export interface PageFetcher {
  page: (address: string, signal: AbortSignal) => Promise<FetchedPage>
  /** Reads the first bytes of a file with GET, because many servers answer HEAD incorrectly. */
  head: (address: string, signal: AbortSignal) => Promise<FetchedHead>
  /** Rejects URLs that a fetch would reject, without sending a request. */
  check: (address: string, signal: AbortSignal) => Promise<void>
}

export function createPageFetcher(guard: Guard): PageFetcher {
  const accept =
    'text/html, application/xhtml+xml, application/json, application/pdf;q=0.9, */*;q=0.1'
  const getPage: FetchUrl = createFetch(guard, pageLimits, { method: 'GET', accept })
  const getFile: FetchUrl = createFetch(guard, headLimits)
  return {
    page: (address, signal) => getPage(address, signal, readBody),
    head: (address, signal) => getFile(address, signal, readHead),
    check: async (address, signal) => {
      await guard.resolveAddresses(guard.parse(address), signal)
    },
  }
}

async function readBody({ url, bytes, content_type, chunks }: FetchResponse): Promise<FetchedPage> {
  const parts: Buffer[] = []
  let length = 0
  let isHeadChecked = false
  for await (const chunk of chunks) {
    parts.push(chunk)
    length += chunk.length
    if (!isHeadChecked && length >= maxHeaderOffset) {
      isHeadChecked = true
      if (isPdf(parts)) return { url, text: null, bytes }
    }
    if (length > maxBytes) {
      throw new AppError('TOO_LARGE', createDetail('page_too_large', {}))
    }
  }
  if (!isHeadChecked && isPdf(parts)) return { url, text: null, bytes }
  return { url, text: decode(Buffer.concat(parts), content_type), bytes }
}

async function readHead({ url, bytes, modified, chunks }: FetchResponse): Promise<FetchedHead> {
  const parts: Buffer[] = []
  let length = 0
  for await (const chunk of chunks) {
    parts.push(chunk)
    length += chunk.length
    if (length >= maxHeaderOffset || isPdf(parts)) break
  }
  return { url, isPdf: isPdf(parts), bytes, modified }
}

function isPdf(parts: Buffer[]): boolean {
  return checkPdfHead(Buffer.concat(parts)) === undefined
}

/** Reads the charset from the Content-Type header or the page. Defaults to UTF-8. */
function decode(bytes: Buffer, contentType: string): string {
  const charset = /charset\s*=\s*["']?([\w-]+)/i
  const head = bytes.subarray(0, 2048).toString('latin1')
  const label = charset.exec(contentType)?.[1] ?? charset.exec(head)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(label).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}
