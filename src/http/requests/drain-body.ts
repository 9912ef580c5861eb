import type { FastifyRequest } from 'fastify'

/** Within reason, a body that is refused is read to its end: a sender who is cut off may not see why. */
export async function passOver({ raw }: FastifyRequest, maxUploadBytes: number): Promise<void> {
  let bytes = 0
  try {
    for await (const chunk of raw as AsyncIterable<Uint8Array>) {
      bytes += chunk.length
      if (bytes > 2 * maxUploadBytes) break
    }
  } catch {
    // Gone: then there is nobody to answer.
  }
}
