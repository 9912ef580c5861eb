import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { takenBy, varyOf } from './send-download.ts'

/** Less goes in a packet or two anyhow. */
const leastLength = 2000

const packed = promisify(gzip)

/** A page of jobs shrinks to a tenth; on a phone that is what one waits for. Files and streams see to themselves. */
export function compressJson(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const type = String(reply.getHeader('content-type') ?? '')
    if (typeof payload !== 'string' || payload.length < leastLength || !/json/.test(type)) {
      return payload
    }
    reply.header('vary', varyOf(reply))
    if (!takenBy(request).gzip) return payload
    reply.header('content-encoding', 'gzip').removeHeader('content-length')
    return packed(payload, { level: constants.Z_BEST_SPEED })
  })
}
