import type { FastifyInstance } from 'fastify'
import type { ByteQuotas } from '../../intake/byte-quotas.ts'
import { drainBody } from '../requests/drain-body.ts'
import { clientAddress } from './client-address.ts'
import { ownerId } from './authorise.ts'

export interface ByteQuotaDeps {
  byteQuotas: ByteQuotas
  maxUploadBytes: number
}

/** Rejects uploads before their body is read if the owner or the network has used up its quota. */
export function checkByteQuotas(
  app: FastifyInstance,
  { byteQuotas, maxUploadBytes }: ByteQuotaDeps,
) {
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.budget !== 'uploads') return
    try {
      const owner_id = ownerId(request)
      await byteQuotas.check({ owner_id, client_ip: clientAddress(request) })
    } catch (error) {
      await drainBody(request, maxUploadBytes)
      throw error
    }
  })
}
