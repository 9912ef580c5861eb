import type { FastifyInstance } from 'fastify'
import type { ByteQuotas } from '../../intake/byte-quotas.ts'
import { drainBody } from '../requests/drain-body.ts'
import { clientAddress } from './client-address.ts'
import { ownerId } from './authorise.ts'

export interface ByteQuotaDeps {
  byteQuotas: ByteQuotas
  maxUploadBytes: number
}

declare module 'fastify' {
  interface FastifyContextConfig {
    requiresDiskSpace?: boolean
  }
}

/**
 * Rejects uploads before their body is read if the owner or the network has used up its quota. While the disk is nearly
 * full, also rejects other requests that could fill it, because the database may be on the same disk.
 */
export function checkByteQuotas(
  app: FastifyInstance,
  { byteQuotas, maxUploadBytes }: ByteQuotaDeps,
) {
  app.addHook('onRequest', async (request) => {
    const { budget, requiresDiskSpace } = request.routeOptions.config
    const isUpload = budget === 'uploads'
    if (!isUpload && !requiresDiskSpace) return
    try {
      const uploader = { owner_id: ownerId(request), client_ip: clientAddress(request) }
      await (isUpload ? byteQuotas.check(uploader) : byteQuotas.checkDisk())
    } catch (error) {
      await drainBody(request, maxUploadBytes)
      throw error
    }
  })
}
