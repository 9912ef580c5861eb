import type { FastifyInstance } from 'fastify'
import type { ByteQuotas } from '../../intake/byte-quotas.ts'
import { drainBody } from '../requests/drain-body.ts'
import { clientAddress } from './client-address.ts'
import { ownerId } from './authorise.ts'

export interface LimitBytesDeps {
  byteQuotas: ByteQuotas
  maxUploadBytes: number
}

/** Rejects uploads from owners and networks that have used up their quota, before the body is read. */
export function limitBytes(app: FastifyInstance, { byteQuotas, maxUploadBytes }: LimitBytesDeps) {
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
