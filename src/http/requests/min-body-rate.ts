import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../domain/errors/errors.ts'
import { drainBody } from './drain-body.ts'

/** A body must deliver this many bytes, or its end, in every interval. */
export interface MinBodyRate {
  bytes: number
  seconds: number
}

export const defaultMinBodyRate: MinBodyRate = { bytes: 30 * 1024, seconds: 30 }

/**
 * Cuts off bodies that arrive too slowly, on every route and even while a rejected body is drained; otherwise a few
 * clients could hold connections open forever. Must be the first hook.
 */
export function enforceMinBodyRate(app: FastifyInstance, minRate: MinBodyRate): void {
  app.addHook('onRequest', async (request) => {
    if (hasBody(request)) monitorBody(request, minRate)
  })
  app.addHook('onSend', async (request, reply) => {
    if (request.raw.complete) return
    if (hasBody(request) && !isTooLong(request)) await drainBody(request, maxUnreadBytes)
    // A response to an unread body would leave the connection open for the rest of it.
    reply.header('connection', 'close')
  })
}

/** Clients with at most this much left to send still receive the response; longer bodies are not worth reading. */
const maxUnreadBytes = 4 * 1024 * 1024

function isTooLong({ headers }: FastifyRequest): boolean {
  return Number(headers['content-length'] ?? 0) > maxUnreadBytes
}

export function hasBody({ headers }: FastifyRequest): boolean {
  const length = headers['content-length']
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0')
}

function monitorBody({ raw, log }: FastifyRequest, minRate: MinBodyRate): void {
  const { socket } = raw
  let previousBytes = socket.bytesRead
  const checkRate = () => {
    if (raw.complete || socket.destroyed) return stop()
    const { bytesRead } = socket
    if (bytesRead - previousBytes < minRate.bytes) {
      log.info({ bytes: bytesRead - previousBytes }, 'body too slow')
      raw.destroy(new AppError('BROKEN_UPLOAD'))
      socket.destroy()
    }
    previousBytes = bytesRead
  }
  // setImmediate lets pending I/O run first, so that a stall in this process is not blamed on the client.
  const timer = setInterval(() => setImmediate(checkRate), minRate.seconds * 1000)
  const stop = () => clearInterval(timer)
  // A listener on the socket would outlive the request, because connections are reused.
  raw.once('close', stop)
}
