import { AppError } from '../domain/errors/errors.ts'
import type { Answer } from '../fetch/fetch.ts'
import { createFetch, type FetchUrl } from '../fetch/fetch.ts'
import type { Guard } from '../fetch/guard.ts'

/** What is at an address: a page's text, or a PDF that needs no page. */
export interface Fetched {
  url: URL
  /** Null of a PDF, which is not loaded. */
  text: string | null
  bytes: number | undefined
}

const mostBytes = 3 * 1024 * 1024
const pageLimits = { totalMs: 15_000, windowMs: 10_000, bytesPerWindow: 1024 }
const headLimits = { totalMs: 4_000, windowMs: 4_000, bytesPerWindow: 0 }

export interface PageFetch {
  page: (address: string, signal: AbortSignal) => Promise<Fetched>
  /** How large a file is, as far as its server tells. */
  size: (address: string, signal: AbortSignal) => Promise<number | undefined>
}

export function createPageFetch(guard: Guard): PageFetch {
  const accept =
    'text/html, application/xhtml+xml, application/json, application/pdf;q=0.9, */*;q=0.1'
  const getPage: FetchUrl = createFetch(guard, pageLimits, { method: 'GET', accept })
  const getHead: FetchUrl = createFetch(guard, headLimits, { method: 'HEAD', accept: '*/*' })
  return {
    page: (address, signal) => getPage(address, signal, takeIn),
    size: (address, signal) =>
      getHead(address, signal, async ({ bytes }) => bytes).catch(() => undefined),
  }
}

async function takeIn({ url, bytes, content_type, chunks }: Answer): Promise<Fetched> {
  const parts: Buffer[] = []
  let length = 0
  for await (const chunk of chunks) {
    if (length === 0 && chunk.subarray(0, 5).toString('latin1') === '%PDF-') {
      return { url, text: null, bytes }
    }
    parts.push(chunk)
    length += chunk.length
    if (length > mostBytes) {
      const sentence =
        'This page is too large to look for heat sheets. Give the address of the PDF itself.'
      throw new AppError('TOO_LARGE', sentence)
    }
  }
  return { url, text: decode(Buffer.concat(parts), content_type), bytes }
}

/** By the charset that the server or the page names, else as UTF-8. */
function decode(bytes: Buffer, contentType: string): string {
  const named = /charset\s*=\s*["']?([\w-]+)/i
  const head = bytes.subarray(0, 2048).toString('latin1')
  const label = named.exec(contentType)?.[1] ?? named.exec(head)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(label).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}
