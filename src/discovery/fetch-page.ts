import { AppError } from '../domain/errors/errors.ts'
import type { FetchResponse } from '../fetch/fetch.ts'
import { createFetch, type FetchUrl } from '../fetch/fetch.ts'
import type { Guard } from '../fetch/guard.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'

/** The text of a page, or a PDF found directly at the URL. */
export interface FetchedPage {
  url: URL
  /** Null for a PDF, which is not loaded. */
  text: string | null
  bytes: number | undefined
}

const maxBytes = 3 * 1024 * 1024
const pageLimits = { totalMs: 15_000, windowMs: 10_000, bytesPerWindow: 1024 }
const headLimits = { totalMs: 4_000, windowMs: 4_000, bytesPerWindow: 0 }

export interface PageFetcher {
  page: (address: string, signal: AbortSignal) => Promise<FetchedPage>
  /** File size from a HEAD request, if the server states it. */
  size: (address: string, signal: AbortSignal) => Promise<number | undefined>
}

export function createPageFetcher(guard: Guard): PageFetcher {
  const accept =
    'text/html, application/xhtml+xml, application/json, application/pdf;q=0.9, */*;q=0.1'
  const getPage: FetchUrl = createFetch(guard, pageLimits, { method: 'GET', accept })
  const getHead: FetchUrl = createFetch(guard, headLimits, { method: 'HEAD', accept: '*/*' })
  return {
    page: (address, signal) => getPage(address, signal, readBody),
    size: (address, signal) =>
      getHead(address, signal, async ({ bytes }) => bytes).catch(() => undefined),
  }
}

async function readBody({ url, bytes, content_type, chunks }: FetchResponse): Promise<FetchedPage> {
  const parts: Buffer[] = []
  let length = 0
  for await (const chunk of chunks) {
    if (length === 0 && chunk.subarray(0, 5).toString('latin1') === '%PDF-') {
      return { url, text: null, bytes }
    }
    parts.push(chunk)
    length += chunk.length
    if (length > maxBytes) {
      throw new AppError('TOO_LARGE', createDetail('page_too_large', {}))
    }
  }
  return { url, text: decode(Buffer.concat(parts), content_type), bytes }
}

/** Charset from the Content-Type header or the page, UTF-8 by default. */
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
