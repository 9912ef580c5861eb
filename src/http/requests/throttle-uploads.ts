import type { FastifyInstance } from 'fastify'
import { AppError } from '../../domain/errors/errors.ts'
import { drainBody } from './drain-body.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    isUpload?: boolean
  }
}

export interface UploadLimits {
  maxUploadBytes: number
  /** Maximum number of concurrent uploads, each of which holds a file open. Any others are rejected with BUSY. */
  maxConcurrentUploads: number
}

/**
 * Limits the number of concurrent uploads. `blobs/stage-upload.ts` limits their size, min-body-rate.ts their duration.
 */
export function throttleUploads(app: FastifyInstance, limits: UploadLimits): void {
  let active = 0
  app.addHook('onRequest', async (request, reply) => {
    if (!request.routeOptions.config.isUpload) return
    // The client disconnected during authentication, so the close event has already fired.
    if (reply.raw.destroyed) throw new AppError('BROKEN_UPLOAD')
    if (active >= limits.maxConcurrentUploads) {
      await drainBody(request, limits.maxUploadBytes)
      throw new AppError('BUSY')
    }
    active += 1
    reply.raw.once('close', () => {
      active -= 1
    })
  })
}
