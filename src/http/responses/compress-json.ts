import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { acceptedEncodings, varyOnEncoding } from './send-download.ts'

/** Minimum size for compression, in bytes; smaller bodies fit into a packet or two. */
const minLength = 2000

const gzipAsync = promisify(gzip)

/** Compresses JSON responses. Files and streams handle their own encoding. */
export function compressJson(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const type = String(reply.getHeader('content-type') ?? '')
    if (typeof payload !== 'string' || payload.length < minLength || !/json/.test(type)) {
      return payload
    }
    reply.header('vary', varyOnEncoding(reply))
    if (!acceptedEncodings(request).gzip) return payload
    reply.header('content-encoding', 'gzip').removeHeader('content-length')
    return gzipAsync(payload, { level: constants.Z_BEST_SPEED })
  })
}
