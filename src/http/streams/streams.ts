import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SseClient } from '../../live/sse-frame.ts'
import { AppError } from '../../domain/errors/app-error.ts'
import { type Meter, noopMeter } from '../../domain/ports/meter.ts'
import type { Identity } from '../../domain/api/identity.ts'
import { requireIdentity } from '../access/authorise.ts'
import { createRounds } from './rounds.ts'
import { createStreamSlots } from './stream-slots.ts'

export interface StreamLimits {
  heartbeatMs: number
  /** Maximum number of unsent bytes; a client with more is disconnected and may resume. */
  maxBufferedBytes: number
  /** Duration in ms after which streams end, so that clients authenticate again when they reconnect. */
  maxDurationMs: number
  maxOpen: number
  maxPerOwner: number
}

export const streamLimits: StreamLimits = {
  heartbeatMs: 25_000,
  maxBufferedBytes: 1024 * 1024,
  maxDurationMs: 15 * 60_000,
  maxOpen: 10_000,
  maxPerOwner: 50,
}

export interface Streams {
  /** Opens a stream. `subscribe` receives the client and returns the unsubscribe function. */
  open(
    request: FastifyRequest,
    reply: FastifyReply,
    subscribe: (client: SseClient) => Promise<() => void>,
  ): Promise<FastifyReply>
  /** Ends all streams. Clients resume on another server. */
  close(): void
}

const heartbeat = Buffer.from(':\n\n')
/** Makes browsers wait one second before they reconnect. */
const retryHint = Buffer.from('retry: 1000\n\n')

export interface StreamDeps {
  limits: StreamLimits
  meter?: Meter
  /** True if the caller still belongs to the workspace whose changes it receives. */
  isCurrent: (identity: Identity) => Promise<boolean>
}

export function createStreams({ limits, meter = noopMeter, isCurrent }: StreamDeps): Streams {
  const open = new Set<SocketClient>()
  const slots = createStreamSlots(limits.maxPerOwner)
  meter.gauge('streams', () => open.size)
  const rounds = createRounds<SocketClient>(limits.heartbeatMs, (client) => {
    client.sendHeartbeat(limits.maxDurationMs)
    if (!client.isClosed) void endIfRemoved(client, isCurrent)
  })

  return {
    async open(request, reply, subscribe) {
      // The client disconnected during authentication, so the close event has already fired.
      if (reply.raw.destroyed) return reply.hijack()
      if (open.size >= limits.maxOpen) throw new AppError('TOO_MANY_STREAMS')
      const releaseSlot = slots.acquire(request)
      const identity = requireIdentity(request)
      const client = new SocketClient(reply, identity, limits.maxBufferedBytes)
      open.add(client)
      const endRounds = rounds.add(client)
      let unsubscribe: (() => void) | undefined
      reply.raw.once('close', () => {
        open.delete(client)
        endRounds()
        releaseSlot()
        unsubscribe?.()
      })
      reply.hijack()
      reply.raw.writeHead(200, {
        ...(reply.getHeaders() as OutgoingHttpHeaders),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
        // A connection that is kept alive would delay the shutdown.
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
      rounds.stop()
      for (const client of open) client.end()
    },
  }
}

/** Ends the stream of a team member who was removed. */
async function endIfRemoved(
  client: SocketClient,
  isCurrent: StreamDeps['isCurrent'],
): Promise<void> {
  // If the database is unavailable, no changes are sent anyway, and the next heartbeat checks again.
  if (!(await isCurrent(client.identity).catch(() => true))) client.end()
}

function end(client: SseClient, reply: FastifyReply): FastifyReply {
  client.end()
  return reply
}

class SocketClient implements SseClient {
  readonly openedAt = performance.now()
  readonly identity: Identity
  readonly #raw: FastifyReply['raw']
  readonly #maxBufferedBytes: number

  constructor({ raw }: FastifyReply, identity: Identity, maxBufferedBytes: number) {
    this.identity = identity
    this.#raw = raw
    this.#maxBufferedBytes = maxBufferedBytes
  }

  get isClosed(): boolean {
    return this.#raw.writableEnded || this.#raw.destroyed
  }

  send(frames: Buffer): void {
    if (this.isClosed) return
    // Checked before the write, because a single large frame may exceed the limit.
    if (this.#raw.writableLength > this.#maxBufferedBytes) this.#raw.destroy()
    else this.#raw.write(frames)
  }

  end(frames?: Buffer): void {
    if (!this.isClosed) this.#raw.end(frames)
  }

  /** Sends a heartbeat, or ends the stream if it has reached its maximum duration. */
  sendHeartbeat(maxDurationMs: number): void {
    // Unread data is discarded; otherwise, a client that never reads would keep its slot forever.
    if (this.isClosed) this.#raw.destroy()
    else if (performance.now() - this.openedAt > maxDurationMs) this.end()
    else this.send(heartbeat)
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
