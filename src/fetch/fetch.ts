import type { IncomingMessage } from 'node:http'
import { AppError } from '../domain/errors/errors.ts'
import { codeOf } from '../domain/errors/system-error.ts'
import { filenameOf, refuseAnswer } from './answer.ts'
import { ask } from './ask.ts'
import type { Guard } from './guard.ts'
import { keepPace, type Pace, type PaceLimits } from './pace.ts'

/** A file on its way, while `use` of it runs. */
export interface Answer {
  /** Where it was in the end, after redirects. */
  url: URL
  filename: string
  content_type: string
  /** As the server says; undefined when it does not. */
  bytes: number | undefined
  /** Rejects with an AppError. */
  chunks: AsyncIterable<Buffer>
}

/** Fetches the file at a URL of a stranger's, who may wish us ill. The connection ends with `use`. */
export type FetchUrl = <Result>(
  url: string,
  signal: AbortSignal,
  use: (answer: Answer) => Promise<Result>,
) => Promise<Result>

export const fetchLimits: PaceLimits = {
  totalMs: 5 * 60_000,
  windowMs: 30_000,
  bytesPerWindow: 30 * 1024,
}

/** A short link may go to https, to a site, to its www and to its host of files. Each is judged, all on one clock. */
const mostRedirects = 5

/** How to ask, where it is not for a file. */
export interface Manner {
  method: 'GET' | 'HEAD'
  accept: string
}

const forFiles: Manner = { method: 'GET', accept: 'application/pdf, */*;q=0.1' }

export function createFetch(
  guard: Guard,
  limits: PaceLimits = fetchLimits,
  manner: Manner = forFiles,
): FetchUrl {
  return async (address, signal, use) => {
    const pace = keepPace(limits, signal)
    try {
      const { url, message } = await orFetchError(pace, () => follow(guard, address, pace, manner))
      try {
        return await use(answerOf(url, message, pace))
      } finally {
        message.destroy()
      }
    } finally {
      pace.end()
    }
  }
}

async function follow(
  guard: Guard,
  address: string,
  pace: Pace,
  { method, accept }: Manner,
): Promise<{ url: URL; message: IncomingMessage }> {
  let url = guard.parse(address)
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    const addresses = await guard.addressesOf(url, pace.signal)
    const message = await ask(url, { method, headers: { accept }, addresses, signal: pace.signal })
    pace.restart()
    const target = redirectIn(message)
    if (target === undefined) return { url, message }
    message.destroy()
    url = guard.parse(target, url)
  }
  throw new AppError('BLOCKED_URL')
}

function redirectIn({ statusCode = 0, headers }: IncomingMessage): string | undefined {
  return [301, 302, 303, 307, 308].includes(statusCode) ? headers.location : undefined
}

function answerOf(url: URL, message: IncomingMessage, pace: Pace): Answer {
  const refusal = refuseAnswer(message)
  if (refusal) throw refusal
  const length = message.headers['content-length']
  return {
    url,
    content_type: message.headers['content-type'] ?? '',
    filename: filenameOf(url, message),
    bytes: length === undefined ? undefined : Number(length),
    chunks: chunksOf(message, pace),
  }
}

async function* chunksOf(message: IncomingMessage, pace: Pace): AsyncGenerator<Buffer> {
  const chunks = message[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  for (;;) {
    const next = await orFetchError(pace, () => chunks.next())
    if (next.done) return
    pace.count(next.value.length)
    yield next.value
  }
}

/** What goes wrong on the way is the server's or the network's doing, unless we had enough of it. */
async function orFetchError<Result>(pace: Pace, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (cause) {
    pace.signal.throwIfAborted()
    throw cause instanceof AppError ? cause : asFetchError(cause)
  }
}

function asFetchError(cause: unknown): AppError {
  if (!/CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(codeOf(cause) ?? '')) {
    return new AppError('FETCH_FAILED', undefined, { cause })
  }
  const sentence =
    'The server of this address cannot prove who it is: its certificate is not valid. Look at the address in a browser.'
  return new AppError('FETCH_REFUSED', sentence, { cause })
}
