import type { IncomingMessage } from 'node:http'
import { AppError } from '../domain/errors/errors.ts'
import { secondsUntil } from './answer.ts'
import { ask } from './ask.ts'
import type { Guard } from './guard.ts'

export interface Posted {
  status: number
  /** 0 where none was asked for. */
  retryAfterSeconds: number
}

/** Sends a body to a stranger's address, who may wish us ill. Redirects are answers and are not followed. */
export type Post = (
  url: string,
  message: { headers: Record<string, string>; body: string },
  signal: AbortSignal,
) => Promise<Posted>

interface PostLimits {
  /** For everything, from looking up the name to the end of the answer. */
  totalMs: number
  /** What is read of an answer, so that whoever sends one may end it. */
  answerBytes: number
}

const postLimits: PostLimits = { totalMs: 15_000, answerBytes: 64 * 1024 }

export function createPost(guard: Guard, limits: PostLimits = postLimits): Post {
  return async (address, message, signal) => {
    const clock = AbortSignal.any([signal, AbortSignal.timeout(limits.totalMs)])
    try {
      const url = guard.parse(address)
      const addresses = await guard.addressesOf(url, clock)
      const answer = await ask(url, { method: 'POST', ...message, addresses, signal: clock })
      await readAway(answer, limits.answerBytes)
      const retryAfterSeconds = secondsUntil(answer.headers['retry-after'])
      return { status: answer.statusCode ?? 0, retryAfterSeconds }
    } catch (cause) {
      signal.throwIfAborted()
      if (clock.aborted) throw new AppError('FETCH_TIMEOUT', undefined, { cause })
      throw cause instanceof AppError ? cause : new AppError('FETCH_FAILED', undefined, { cause })
    }
  }
}

/** The status has been said: whatever goes wrong with the rest, and however long it is, changes nothing. */
async function readAway(answer: IncomingMessage, most: number): Promise<void> {
  let bytes = 0
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > most) break
    }
  } catch {
    // See above.
  } finally {
    answer.destroy()
  }
}
