import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SseClient } from '../../live/sse-frame.ts'
import { AppError } from '../../domain/errors/errors.ts'
import { type Meter, noMeter } from '../../domain/ports/meter.ts'
import { createStreamSlots } from './stream-slots.ts'

export interface StreamLimits {
  heartbeatMs: number
  /** A client with more unread bytes is disconnected and may resume. */
  maxBufferedBytes: number
  /** Streams end after this time, so that clients authenticate again when they reconnect. */
  maxDurationMs: number
  maxOpen: number
  maxPerOwner: number
}

export const streamLimits: StreamLimits = {
  heartbeatMs: 15_000,
  maxBufferedBytes: 1024 * 1024,
  maxDurationMs: 15 * 60_000,
  maxOpen: 10_000,
  maxPerOwner: 50,
}

export interface Streams {
  /** Opens a stream; `subscribe` gets the client and returns the unsubscribe function. */
  open(
    request: FastifyRequest,
    reply: FastifyReply,
    subscribe: (client: SseClient) => Promise<() => void>,
  ): Promise<FastifyReply>
  /** Ends all streams; clients resume on another server. */
  close(): void
}

const heartbeat = Buffer.from(':\n\n')
/** Reconnect delay for browsers. */
const retryHint = Buffer.from('retry: 1000\n\n')

export function createStreams(limits: StreamLimits, meter: Meter = noMeter): Streams {
  const open = new Set<SocketClient>()
  const slots = createStreamSlots(limits.maxPerOwner)
  meter.gauge('streams', () => open.size)
  const timer = setInterval(() => {
    const now = performance.now()
    for (const client of open) {
      if (client.isClosed) client.destroy()
      else if (now - client.openedAt > limits.maxDurationMs) client.end()
      else client.send(heartbeat)
    }
  }, limits.heartbeatMs).unref()

  return {
    async open(request, reply, subscribe) {
      // The client disconnected during authentication, so its close event will not fire again.
      if (reply.raw.destroyed) return reply.hijack()
      if (open.size >= limits.maxOpen) throw new AppError('TOO_MANY_STREAMS')
      const releaseSlot = slots.acquire(request)
      const client = new SocketClient(reply, limits.maxBufferedBytes)
      open.add(client)
      let unsubscribe: (() => void) | undefined
      reply.raw.once('close', () => {
        open.delete(client)
        releaseSlot()
        unsubscribe?.()
      })
      reply.hijack()
      reply.raw.writeHead(200, {
        ...(reply.getHeaders() as OutgoingHttpHeaders),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
        // A kept-alive connection would delay shutdown.
        connection: 'close',
      })
      if (request.method === 'HEAD') return end(client, reply)
      client.send(retryHint)
      try {
        unsubscribe = await subscribe(client)
        if (client.isClosed) unsubscribe()
      } catch (error) {
        request.log.warn({ err: error }, 'stream aborted')
        client.end()
      }
      return reply
    },
    close() {
      clearInterval(timer)
      for (const client of open) client.end()
    },
  }
}

function end(client: SseClient, reply: FastifyReply): FastifyReply {
  client.end()
  return reply
}

class SocketClient implements SseClient {
  readonly openedAt = performance.now()
  readonly #raw: FastifyReply['raw']
  readonly #maxBufferedBytes: number

  constructor({ raw }: FastifyReply, maxBufferedBytes: number) {
    this.#raw = raw
    this.#maxBufferedBytes = maxBufferedBytes
  }

  get isClosed(): boolean {
    return this.#raw.writableEnded || this.#raw.destroyed
  }

  send(frames: Buffer): void {
    if (this.isClosed) return
    // Checked before writing, because a single large frame may exceed the limit on its own.
    if (this.#raw.writableLength > this.#maxBufferedBytes) this.#raw.destroy()
    else this.#raw.write(frames)
  }

  end(frames?: Buffer): void {
    if (!this.isClosed) this.#raw.end(frames)
  }

  /** Does not wait for unread data: a client that never reads would keep its slot forever. */
  destroy(): void {
    this.#raw.destroy()
  }

  async drained(): Promise<void> {
    if (this.isClosed || !this.#raw.writableNeedDrain) return
    await new Promise<void>((resolve) => {
      const onReady = () => {
        this.#raw.off('drain', onReady).off('close', onReady)
        resolve()
      }
      this.#raw.on('drain', onReady).on('close', onReady)
    })
  }
}
