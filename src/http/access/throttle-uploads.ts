import type { FastifyInstance } from 'fastify'
import { AppError } from '../../domain/errors/app-error.ts'
import { clientNetwork } from './client-address.ts'
import { drainBody } from '../requests/drain-body.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    isUpload?: boolean
  }
}

export interface UploadLimits {
  maxUploadBytes: number
  /** Maximum number of concurrent uploads, each of which holds a file open. Any others are rejected with BUSY. */
  maxConcurrentUploads: number
  /** Maximum number of concurrent uploads per client network, so that slow uploads of one client leave slots to others. */
  maxConcurrentUploadsPerAddress: number
}

/**
 * Limits the number of concurrent uploads. `blobs/stage-upload.ts` limits their size, min-body-rate.ts their duration.
 */
export function throttleUploads(app: FastifyInstance, limits: UploadLimits): void {
  const slots = createUploadSlots(limits)
  app.addHook('onRequest', async (request, reply) => {
    if (!request.routeOptions.config.isUpload) return
    // If the client disconnected during authentication, the close event has already fired.
    if (reply.raw.destroyed) throw new AppError('BROKEN_UPLOAD')
    const release = slots.take(clientNetwork(request))
    if (release === undefined) {
      await drainBody(request, limits.maxUploadBytes)
      throw new AppError('BUSY')
    }
    reply.raw.once('close', release)
  })
}

/** Counts concurrent uploads. `take` returns a function that frees the slot, or undefined if no slot is free. */
function createUploadSlots(limits: UploadLimits) {
  const perNetwork = new Map<string, number>()
  let active = 0

  function add(network: string, change: 1 | -1): void {
    const count = (perNetwork.get(network) ?? 0) + change
    active += change
    if (count === 0) perNetwork.delete(network)
    else perNetwork.set(network, count)
  }

  return {
    take(network: string): (() => void) | undefined {
      if (active >= limits.maxConcurrentUploads) return undefined
      if ((perNetwork.get(network) ?? 0) >= limits.maxConcurrentUploadsPerAddress) return undefined
      add(network, 1)
      return () => add(network, -1)
    },
  }
}
