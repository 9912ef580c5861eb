import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../domain/errors/errors.ts'
import { passOver } from './drain-body.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    isUpload?: boolean
  }
}

export interface UploadBounds {
  maxUploadBytes: number
  /** Each upload that arrives holds a file open: more than so many at once are told to come again. */
  mostUploadsAtOnce: number
  /** Whoever sends less in so many seconds is cut off: else a few could hold all places for ever. */
  slowestUpload: { bytes: number; seconds: number }
}

/** Uploads are bounded in number and in slowness. */
export function boundUploads(app: FastifyInstance, bounds: UploadBounds): void {
  let inHand = 0
  app.addHook('onRequest', async (request, reply) => {
    if (!request.routeOptions.config.isUpload) return
    // Gone while it was found out who asks: the end that frees a place has been.
    if (reply.raw.destroyed) throw new AppError('BROKEN_UPLOAD')
    if (inHand >= bounds.mostUploadsAtOnce) {
      await passOver(request, bounds.maxUploadBytes)
      throw new AppError('BUSY')
    }
    inHand += 1
    reply.raw.once('close', () => {
      inHand -= 1
    })
    watchPace(request, bounds.slowestUpload)
  })
}

function watchPace({ raw, log }: FastifyRequest, slowest: UploadBounds['slowestUpload']): void {
  let before = raw.socket.bytesRead
  const judge = () => {
    const { bytesRead } = raw.socket
    if (bytesRead - before < slowest.bytes && !raw.complete && !raw.destroyed) {
      log.info({ bytes: bytesRead - before }, 'upload too slow')
      raw.destroy(new AppError('BROKEN_UPLOAD'))
    }
    before = bytesRead
  }
  // After all that has arrived is read: while this process stood still, it was not the sender who was slow.
  const timer = setInterval(() => setImmediate(judge), slowest.seconds * 1000)
  raw.once('end', () => clearInterval(timer)).once('close', () => clearInterval(timer))
}
