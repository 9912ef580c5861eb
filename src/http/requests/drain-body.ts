import type { FastifyRequest } from 'fastify'

/**
 * Reads and discards a rejected body, up to twice the limit, because a client that is cut off while sending may never
 * see the response.
 */
export async function drainBody({ raw }: FastifyRequest, maxUploadBytes: number): Promise<void> {
  let bytes = 0
  try {
    for await (const chunk of raw as AsyncIterable<Uint8Array>) {
      bytes += chunk.length
      if (bytes > 2 * maxUploadBytes) break
    }
  } catch {
    // Ignores errors, because the client has disconnected.
  }
}
