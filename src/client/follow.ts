import { z } from 'zod'
import { Batch } from '../domain/job/batch.ts'
import { AppError, toAppError } from '../domain/errors/app-error.ts'
import { BatchEvent, JobEvent } from '../domain/job/event.ts'
import { Job } from '../domain/job/job.ts'
import { routes } from '../domain/api/routes/routes.ts'
import type { ApiClient } from './api-client.ts'
import { readEvents, type StreamEvent } from './event-stream.ts'
import { isTransient, sleep } from './retry.ts'

/** Messages in a batch stream. `end` comes last; its batch is null if the batch was deleted. */
const BatchStreamMessage = z.discriminatedUnion('event', [
  z.object({ event: z.literal('snapshot'), data: z.object({ batch: Batch, jobs: z.array(Job) }) }),
  z.object({ event: z.literal('job'), data: JobEvent }),
  z.object({ event: z.literal('batch'), data: BatchEvent }),
  z.object({ event: z.literal('reset'), data: z.object({}) }),
  z.object({ event: z.literal('end'), data: z.object({ batch: Batch.nullable() }) }),
])
export type BatchStreamMessage = z.infer<typeof BatchStreamMessage>

/** Messages in the job stream. Reload the list after `reset`. */
const JobStreamMessage = z.discriminatedUnion('event', [
  z.object({ event: z.literal('ready'), data: z.object({ server_time: z.string() }) }),
  z.object({ event: z.literal('job'), data: Job }),
  z.object({ event: z.literal('gone'), data: z.object({ id: z.uuid() }) }),
  z.object({ event: z.literal('reset'), data: z.object({}) }),
])
export type JobStreamMessage = z.infer<typeof JobStreamMessage>

export interface FollowOptions {
  signal?: AbortSignal
  /** Resumes after the message with this ID. */
  lastEventId?: string
}

const resumeMs = 1000
const maxResumeMs = 10_000
/** Number of consecutive streams without a message after which the client assumes that a proxy buffers them. */
const maxEmptyStreams = 3
/** Time without data after which a stream is abandoned, in ms; longer than the keep-alive interval of the server. */
const silenceTimeoutMs = 45_000
/** Longest server outage during which to retry, in ms. */
const maxOutageMs = 5 * 60_000

/** Yields each event of a batch once, until the batch ends. Falls back to polling if a proxy blocks streams. */
export async function* followBatch(
  client: ApiClient,
  id: string,
  options: FollowOptions = {},
): AsyncGenerator<BatchStreamMessage, void, undefined> {
  const open = (headers: Record<string, string>) =>
    client.request(routes.streamBatch, { params: { id }, headers, signal: options.signal })
  try {
    for await (const message of resume(open, options, BatchStreamMessage)) {
      yield message
      if (message.event === 'end') return
    }
  } catch (error) {
    if (!(error instanceof StreamsBlocked)) throw error
    yield* pollBatch(client, id, options.signal)
  }
}

/** Yields changes and never ends. The same job may appear again; keep the version with the newest `updated_at`. */
export async function* followJobs(
  client: ApiClient,
  { since, ...options }: FollowOptions & { since?: string } = {},
): AsyncGenerator<JobStreamMessage, void, undefined> {
  const open = (headers: Record<string, string>) =>
    client.request(routes.streamJobs, { query: { since }, headers, signal: options.signal })
  yield* resume(open, options, JobStreamMessage)
}

class StreamsBlocked extends Error {}

async function* resume<Data>(
  open: (headers: Record<string, string>) => Promise<Response>,
  { signal, lastEventId = '' }: FollowOptions,
  schema: z.ZodType<Data>,
): AsyncGenerator<Data, never, undefined> {
  let id = lastEventId
  let emptyStreams = 0
  let failures = 0
  let lastMessageAt = performance.now()
  for (;;) {
    try {
      const headers = { accept: 'text/event-stream', ...(id !== '' && { 'last-event-id': id }) }
      const response = await open(headers)
      emptyStreams += 1
      for await (const message of readMessages(response)) {
        emptyStreams = 0
        failures = 0
        lastMessageAt = performance.now()
        const parsed = schema.safeParse({ event: message.event, data: JSON.parse(message.data) })
        // Skips unknown messages, which a newer server may send.
        if (parsed.success) yield parsed.data
        // The first message on a connection may have no id.
        if (message.id !== '') id = message.id
      }
    } catch (error) {
      signal?.throwIfAborted()
      const isOutageTooLong = performance.now() - lastMessageAt > maxOutageMs
      if (error instanceof AppError && (!isTransient(error) || isOutageTooLong)) throw error
    }
    if (emptyStreams >= maxEmptyStreams) throw new StreamsBlocked('No stream gets through')
    failures += 1
    await sleep(Math.min(resumeMs * failures, maxResumeMs), signal)
  }
}

async function* readMessages(response: Response): AsyncGenerator<StreamEvent, void, undefined> {
  const type = response.headers.get('content-type') ?? ''
  if (!type.startsWith('text/event-stream') || response.body === null) return
  yield* readEvents(readChunks(response.body))
}

/**
 * Ends if the stream is silent for too long. Uses a reader, because some browsers cannot iterate over a response body.
 */
async function* readChunks(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    for (;;) {
      timer = setTimeout(() => void reader.cancel().catch(() => undefined), silenceTimeoutMs)
      const { done, value } = await reader.read()
      clearTimeout(timer)
      if (done) return
      yield value
    }
  } finally {
    clearTimeout(timer)
    await reader.cancel().catch(() => undefined)
  }
}

const pollMs = 2000

async function* pollBatch(
  { call }: ApiClient,
  id: string,
  signal?: AbortSignal,
): AsyncGenerator<BatchStreamMessage, void, undefined> {
  let seen = -1
  for (;;) {
    const data = await call(routes.getBatch, { params: { id }, signal }).catch((error: unknown) => {
      if (toAppError(error).code !== 'NOT_FOUND' || seen < 0) throw error
      return undefined
    })
    const { batch = null } = data ?? {}
    if (data && data.batch.last_event_id !== seen) yield { event: 'snapshot', data }
    if (batch === null || batch.completed_at !== null)
      return yield { event: 'end', data: { batch } }
    seen = batch.last_event_id
    await sleep(pollMs, signal)
  }
}
