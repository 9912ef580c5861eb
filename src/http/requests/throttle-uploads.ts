import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../domain/errors/errors.ts'
import { drainBody } from './drain-body.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    isUpload?: boolean
  }
}

export interface UploadLimits {
  maxUploadBytes: number
  /** Each running upload holds a file open. Any more uploads are rejected with BUSY. */
  maxConcurrentUploads: number
  /** Slower uploads are cut off; otherwise a few of them could occupy all slots forever. */
  minUploadRate: { bytes: number; seconds: number }
}

/** Limits the number of uploads and enforces a minimum transfer rate. `blobs/stage-upload.ts` limits their size. */
export function throttleUploads(app: FastifyInstance, limits: UploadLimits): void {
  let active = 0
  app.addHook('onRequest', async (request, reply) => {
    if (!request.routeOptions.config.isUpload) return
    // The client disconnected during authentication, so its close event will not fire again.
    if (reply.raw.destroyed) throw new AppError('BROKEN_UPLOAD')
    if (active >= limits.maxConcurrentUploads) {
      await drainBody(request, limits.maxUploadBytes)
      throw new AppError('BUSY')
    }
    active += 1
    reply.raw.once('close', () => {
      active -= 1
    })
    enforceMinRate(request, limits.minUploadRate)
  })
}

function enforceMinRate(
  { raw, log }: FastifyRequest,
  minRate: UploadLimits['minUploadRate'],
): void {
  let previousBytes = raw.socket.bytesRead
  const checkRate = () => {
    const { bytesRead } = raw.socket
    if (bytesRead - previousBytes < minRate.bytes && !raw.complete && !raw.destroyed) {
      log.info({ bytes: bytesRead - previousBytes }, 'upload too slow')
      raw.destroy(new AppError('BROKEN_UPLOAD'))
    }
    previousBytes = bytesRead
  }
  // setImmediate lets pending I/O run first, so that a stall in this process is not blamed on the client.
  const timer = setInterval(() => setImmediate(checkRate), minRate.seconds * 1000)
  raw.once('end', () => clearInterval(timer)).once('close', () => clearInterval(timer))
}
