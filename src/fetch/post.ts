import type { IncomingMessage } from 'node:http'
import { startDeadline } from '../clock/timeouts.ts'
import { AppError } from '../domain/errors/app-error.ts'
import { parseRetryAfter } from './response.ts'
import { sendRequest } from './request.ts'
import type { Guard } from './guard.ts'

export interface PostResult {
  status: number
  /** Seconds from Retry-After; 0 if the header is absent. */
  retryAfterSeconds: number
}

/** Posts to an untrusted URL. Redirects are not followed. */
export type Post = (
  url: string,
  message: { headers: Record<string, string>; body: string },
  signal: AbortSignal,
) => Promise<PostResult>

interface PostLimits {
  /** Time limit from the DNS lookup to the end of the response, in ms. */
  totalMs: number
  /** Maximum number of response body bytes to read before closing the connection. */
  responseBytes: number
}

const postLimits: PostLimits = { totalMs: 15_000, responseBytes: 64 * 1024 }

export function createPost(guard: Guard, limits: PostLimits = postLimits): Post {
  return async (address, message, signal) => {
    const deadline = startDeadline(limits.totalMs, signal)
    try {
      const url = guard.parse(address)
      const addresses = await guard.resolveAddresses(url, deadline.signal)
      const response = await sendRequest(url, {
        method: 'POST',
        ...message,
        addresses,
        signal: deadline.signal,
      })
      await drainResponse(response, limits.responseBytes)
      const retryAfterSeconds = parseRetryAfter(response.headers['retry-after'])
      return { status: response.statusCode ?? 0, retryAfterSeconds }
    } catch (cause) {
      signal.throwIfAborted()
      if (deadline.signal.aborted) throw new AppError('FETCH_TIMEOUT', undefined, { cause })
      throw cause instanceof AppError ? cause : new AppError('FETCH_FAILED', undefined, { cause })
    } finally {
      deadline.cancel()
    }
  }
}

/** Reads the body so that the connection closes cleanly. Ignores errors and excess data. */
async function drainResponse(response: IncomingMessage, maxBytes: number): Promise<void> {
  let bytes = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > maxBytes) break
    }
  } catch {
    // Errors do not matter here, because the status is already known.
  } finally {
    response.destroy()
  }
}
