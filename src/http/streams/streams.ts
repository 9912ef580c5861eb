import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SseClient } from '../../live/sse-frame.ts'
import { AppError } from '../../domain/errors/errors.ts'
import { type Meter, noMeter } from '../../domain/ports/meter.ts'
import { createPlaces } from './stream-slots.ts'

export interface StreamLimits {
  heartbeatMs: number
  /** Whoever leaves this much unread is cut off, and may resume. */
  mostBufferedBytes: number
  /** After this time a stream ends, so that who resumes it is checked anew. */
  longestMs: number
  /** Streams that are open at a time. */
  mostOpen: number
  /** Of them, those of one owner. */
  mostOfOwner: number
}

export const streamLimits: StreamLimits = {
  heartbeatMs: 15_000,
  mostBufferedBytes: 1024 * 1024,
  longestMs: 15 * 60_000,
  mostOpen: 10_000,
  mostOfOwner: 50,
}

/** The streams that this server holds open. */
export interface Streams {
  /** Begins a stream; `tell` is given the reader and returns how to leave. */
  open(
    request: FastifyRequest,
    reply: FastifyReply,
    tell: (reader: SseClient) => Promise<() => void>,
  ): Promise<FastifyReply>
  /** Ends all of them; their readers resume elsewhere. */
  close(): void
}

const heartbeat = Buffer.from(':\n\n')
/** How long a browser waits until it resumes. */
const greeting = Buffer.from('retry: 1000\n\n')

export function createStreams(limits: StreamLimits, meter: Meter = noMeter): Streams {
  const open = new Set<SocketReader>()
  const places = createPlaces(limits.mostOfOwner)
  meter.gauge('streams', () => open.size)
  const timer = setInterval(() => {
    const now = performance.now()
    for (const reader of open) {
      if (reader.isClosed) reader.cut()
      else if (now - reader.openedAt > limits.longestMs) reader.end()
      else reader.send(heartbeat)
    }
  }, limits.heartbeatMs).unref()

  return {
    async open(request, reply, tell) {
      // Gone while it was found out what they ask for: the end that gives a place back has been.
      if (reply.raw.destroyed) return reply.hijack()
      if (open.size >= limits.mostOpen) throw new AppError('TOO_MANY_STREAMS')
      const leavePlace = places.take(request)
      const reader = new SocketReader(reply, limits.mostBufferedBytes)
      open.add(reader)
      let leave: (() => void) | undefined
      reply.raw.once('close', () => {
        open.delete(reader)
        leavePlace()
        leave?.()
      })
      reply.hijack()
      reply.raw.writeHead(200, {
        ...(reply.getHeaders() as OutgoingHttpHeaders),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
        // Else whoever stops this server waits for it.
        connection: 'close',
      })
      if (request.method === 'HEAD') return end(reader, reply)
      reader.send(greeting)
      try {
        leave = await tell(reader)
        if (reader.isClosed) leave()
      } catch (error) {
        request.log.warn({ err: error }, 'stream aborted')
        reader.end()
      }
      return reply
    },
    close() {
      clearInterval(timer)
      for (const reader of open) reader.end()
    },
  }
}

function end(reader: SseClient, reply: FastifyReply): FastifyReply {
  reader.end()
  return reply
}

class SocketReader implements SseClient {
  readonly openedAt = performance.now()
  readonly #raw: FastifyReply['raw']
  readonly #mostBufferedBytes: number

  constructor({ raw }: FastifyReply, mostBufferedBytes: number) {
    this.#raw = raw
    this.#mostBufferedBytes = mostBufferedBytes
  }

  get isClosed(): boolean {
    return this.#raw.writableEnded || this.#raw.destroyed
  }

  send(frames: Buffer): void {
    if (this.isClosed) return
    // What is sent now may be more by itself: nobody can have read that yet.
    if (this.#raw.writableLength > this.#mostBufferedBytes) this.#raw.destroy()
    else this.#raw.write(frames)
  }

  end(frames?: Buffer): void {
    if (!this.isClosed) this.#raw.end(frames)
  }

  /** Without waiting for what is still unread: whoever reads nothing would keep their place for ever. */
  cut(): void {
    this.#raw.destroy()
  }

  async drained(): Promise<void> {
    if (this.isClosed || !this.#raw.writableNeedDrain) return
    await new Promise<void>((resolve) => {
      const go = () => {
        this.#raw.off('drain', go).off('close', go)
        resolve()
      }
      this.#raw.on('drain', go).on('close', go)
    })
  }
}
