import type { FastifyRequest } from 'fastify'

/**
 * Reads a rejected body to its end, up to twice the limit: a client that is cut off may never see the response.
 */
export async function drainBody({ raw }: FastifyRequest, maxUploadBytes: number): Promise<void> {
  let bytes = 0
  try {
    for await (const chunk of raw as AsyncIterable<Uint8Array>) {
      bytes += chunk.length
      if (bytes > 2 * maxUploadBytes) break
    }
  } catch {
    // The client has disconnected.
  }
}
