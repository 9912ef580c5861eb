import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../domain/errors/app-error.ts'
import { drainBody } from './drain-body.ts'

/** Minimum number of bytes that must arrive in every interval until the body ends. */
export interface MinBodyRate {
  bytes: number
  seconds: number
}

export const defaultMinBodyRate: MinBodyRate = { bytes: 30 * 1024, seconds: 30 }

/**
 * Cuts off bodies that arrive too slowly, on every route and even while a rejected body is drained. Otherwise, a few
 * clients could hold connections open forever. Must be the first hook.
 */
export function enforceMinBodyRate(app: FastifyInstance, minRate: MinBodyRate): void {
  const cutOff = createPacedCuts()
  app.addHook('onRequest', async (request) => {
    if (hasBody(request)) monitorBody(request, minRate, cutOff)
  })
  app.addHook('onSend', async (request, reply) => {
    if (request.raw.complete) return
    if (hasBody(request) && !isTooLong(request)) await drainBody(request, maxUnreadBytes)
    // Closes the connection, which would otherwise stay open until the rest of the body arrived.
    reply.header('connection', 'close')
  })
}

/**
 * Maximum length of a remaining body that is drained before the response, so that the client receives the response.
 * Longer bodies are cut off.
 */
const maxUnreadBytes = 4 * 1024 * 1024

function isTooLong({ headers }: FastifyRequest): boolean {
  return Number(headers['content-length'] ?? 0) > maxUnreadBytes
}

export function hasBody({ headers }: FastifyRequest): boolean {
  const length = headers['content-length']
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0')
}

/** Number of requests cut off per turn of the event loop; hundreds at once would delay other requests. */
const cutsPerTurn = 4

/** Returns a function that schedules callbacks, a few per turn of the event loop. */
function createPacedCuts(): (cut: () => void) => void {
  const waiting: (() => void)[] = []
  const runNext = () => {
    for (const cut of waiting.splice(0, cutsPerTurn)) cut()
    if (waiting.length > 0) setImmediate(runNext)
  }
  return (cut) => {
    if (waiting.push(cut) === 1) setImmediate(runNext)
  }
}

function monitorBody(
  { raw, log }: FastifyRequest,
  minRate: MinBodyRate,
  cutOff: (cut: () => void) => void,
): void {
  const { socket } = raw
  // The MCP route calls the API inside this process. There is no connection to measure, and nothing to stop the timer.
  if (!(socket instanceof Socket)) return
  let previousBytes = socket.bytesRead
  const checkRate = () => {
    if (raw.complete || socket.destroyed) return stop()
    const { bytesRead } = socket
    if (bytesRead - previousBytes < minRate.bytes) {
      stop()
      log.info({ bytes: bytesRead - previousBytes }, 'body too slow')
      return cutOff(() => {
        if (raw.complete) return
        raw.destroy(new AppError('BROKEN_UPLOAD'))
        socket.destroy()
      })
    }
    previousBytes = bytesRead
  }
  // setImmediate lets pending I/O run first, so that clients are not blamed for a stall in this process.
  const timer = setInterval(() => setImmediate(checkRate), minRate.seconds * 1000)
  const stop = () => clearInterval(timer)
  // Connections are reused, so a listener on the socket would outlive the request.
  raw.once('close', stop)
}
