import type { FastifyRequest } from 'fastify'

/** Drained even if the limit for uploads is lower, because a form of many small fields may be larger than any file. */
const minDrainedBytes = 8 * 1024 * 1024

/**
 * Reads and discards a rejected body, up to twice the limit, because a client that is cut off while sending may never
 * see the response.
 */
export async function drainBody({ raw }: FastifyRequest, maxUploadBytes: number): Promise<void> {
  const maxBytes = Math.max(2 * maxUploadBytes, minDrainedBytes)
  let bytes = 0
  try {
    for await (const chunk of raw as AsyncIterable<Uint8Array>) {
      bytes += chunk.length
      if (bytes > maxBytes) break
    }
  } catch {
    // Ignores errors, because the client has disconnected.
  }
}
